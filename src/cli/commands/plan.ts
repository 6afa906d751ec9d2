import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { CheckPlan, NewPlan, PlanRef } from '../../contract/plan/plan.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderMermaid, renderPlan } from '../../views/plan/plan-graph.ts';
import { isSound, renderFindings, renderPlanCheck, renderPlanTable } from '../../views/plan/plan-list.ts';
import { renderSummaryForm } from '../../views/plan/summary-form.ts';
import { answered, command } from '../command.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { asks, type Reply, reply } from '../reply.ts';

const PLAN = {
  name: 'plan',
  key: 'plan',
  about: 'Name of a plan, or the path of a plan.yaml',
  offers: 'plan',
} as const;

const File = z.optional(z.string().check(z.minLength(1)));
const NewInput = z
  .extend(z.pick(NewPlan, { name: true }), { summary: File, from: File })
  .check(
    z.refine(({ summary, from }) => summary === undefined || from === undefined, 'takes --summary or --from'),
  );
type NewInput = z.infer<typeof NewInput>;

export const planNew = command({
  name: 'plan new',
  summary: 'Make every folder and file of a plan',
  about: [
    'With --from, the task list becomes the tasks of the plan; lines below a task may say role:, persona:,',
    'needs:, reads:, writes:, check: and timeout:. Without it, plan.yaml waits for its tasks. With neither,',
    'on a terminal, the form of the summary opens in $EDITOR.',
    'Touches: paths.plans/<task>/. Never touches: a plan.yaml or a summary that is there.',
    'A second run: draws workflow_coordination_plan.md, shared_status.json and the instructions again',
    'from plan.yaml.',
  ].join('\n'),
  examples: [
    'swarm plan new user-management --summary notes.md',
    'swarm plan new user-management --from tasks.md',
  ],
  words: [{ name: 'task', key: 'name', about: 'What the plan is called', offers: 'plan' }],
  flags: [
    {
      name: 'summary',
      key: 'summary',
      value: 'file',
      about: 'What was talked over, or - for stdin',
      offers: 'file',
    },
    {
      name: 'from',
      key: 'from',
      value: 'file',
      about: 'A task list in Markdown, or - for stdin',
      offers: 'file',
    },
  ],
  input: NewInput,
  run: make,
  show: { 'plan.new': renderMade },
});

async function make(
  host: Host,
  { name, summary, from }: NewInput,
  io: Io,
): Promise<Outcome<Reply<'plan.new'>>> {
  const read = async (file: string | undefined): Promise<Outcome<string | undefined>> =>
    file === undefined ? answered(undefined) : host.readText(file);
  const told =
    summary === undefined && from === undefined ? await askForSummary(host, name, io) : await read(summary);
  if (!told.ok) return told;
  const list = await read(from);
  if (!list.ok) return list;
  const made = await host.ask('plan.new', { name, summary: told.value, list: list.value });
  return made.ok ? reply('plan.new', made.value) : made;
}

/** On a terminal, the form of a new plan opens in the editor; without one, it is left to be filled in. */
async function askForSummary(host: Host, name: string, io: Io): Promise<Outcome<string | undefined>> {
  if (!io.isTerminal || (await host.planNames()).includes(name)) return answered(undefined);
  const form = renderSummaryForm(name);
  const edited = await host.editText(null, form);
  if (!edited.ok) return edited.refusal.code === 'editor-missing' ? answered(undefined) : edited;
  return answered(edited.value.trim() === '' || edited.value === form ? undefined : edited.value);
}

const WORDS = { created: '✅ Created', kept: 'ℹ️ Kept', drawn: '✅ Drawn' } as const;

function renderMade({ name, folder, touched, findings }: ValueOf<'plan.new'>): string {
  const lines = touched.map(({ path, is }) => `${WORDS[is]}: ${path}\n`).join('');
  const next =
    findings.length === 0
      ? `Ready. Look at it: swarm plan show ${name}\n`
      : `${renderFindings(findings)}Let an architect design it: swarm plan design ${name}\n` +
        `Or write ${folder}/plan.yaml, then: swarm plan check ${name}\n`;
  return `${lines}\n${next}`;
}

export const planList = command({
  name: 'plan list',
  summary: 'List the plans of the project',
  examples: ['swarm plan list', 'swarm plan list --json'],
  input: z.object({}),
  run: asks('plan.list'),
  show: { 'plan.list': renderPlanTable },
});

export const planCheck = command({
  name: 'plan check',
  summary: 'Check plans and report what is wrong, with lines and advice',
  about:
    'Finds what would keep a run from ending well: vague instructions, criteria that cannot be measured,\n' +
    'files that no task writes or two write, cycles, handoffs without a checkpoint, unknown personas, and\n' +
    'more. Without a name, all plans. Exits 1 when there are findings.',
  examples: ['swarm plan check', 'swarm plan check user-management', 'swarm plan check drafts/plan.yaml'],
  words: [{ ...PLAN, isOptional: true }],
  input: CheckPlan,
  run: check,
  show: { 'plan.check': renderPlanCheck },
});

async function check(host: Host, input: CheckPlan): Promise<Outcome<Reply<'plan.check'>>> {
  const checked = await host.ask('plan.check', input);
  if (!checked.ok) return checked;
  return reply('plan.check', checked.value, { exitCode: checked.value.every(isSound) ? 0 : 1 });
}

const ShowInput = z.extend(PlanRef, { mermaid: z._default(z.boolean(), false) });
type ShowInput = z.infer<typeof ShowInput>;

export const planShow = command({
  name: 'plan show',
  summary: 'Show a plan: tasks, who waits for whom, files handed over, expected cost',
  examples: ['swarm plan show user-management', 'swarm plan show user-management --mermaid > plan.mmd'],
  words: [PLAN],
  flags: [{ name: 'mermaid', key: 'mermaid', about: 'Write the graph as a Mermaid diagram' }],
  input: ShowInput,
  run: show,
  show: { 'plan.show': renderPlan },
});

async function show(host: Host, { plan, mermaid }: ShowInput, io: Io): Promise<Outcome<Reply<'plan.show'>>> {
  const shown = await host.ask('plan.show', { plan });
  if (!shown.ok) return shown;
  if (mermaid) await io.say(renderMermaid(shown.value));
  return reply('plan.show', shown.value, { written: mermaid ? 'text' : 'nothing' });
}
