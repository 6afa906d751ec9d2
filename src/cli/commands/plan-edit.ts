import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderFindings } from '../../views/plan/plan-list.ts';
import { command } from '../command.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { type Reply, reply } from '../reply.ts';

const Input = z.object({ plan: z.string().check(z.minLength(1)) });
type Input = z.infer<typeof Input>;

/** How often the editor opens for one command. */
const OPENINGS_MOST = 100;

export const planEdit = command({
  name: 'plan edit',
  summary: 'Change a plan in your editor; it is checked when you leave',
  about: [
    'Opens a copy of plan.yaml in $VISUAL or $EDITOR. Findings are shown, and the editor opens again if you',
    'want; a copy that you leave is kept and gone on with the next time. A sound text is a new version,',
    'which needs approval: swarm plan approve. While a run of the plan is at work, it goes to the run: tasks',
    'that it does not touch work on. Refused while a design of the plan is at work.',
  ].join('\n'),
  examples: ['swarm plan edit user-management'],
  words: [{ name: 'plan', key: 'plan', about: 'Name of a plan', offers: 'plan' }],
  input: Input,
  run: edit,
  show: { 'plan.edit': renderEdited },
});

async function edit(host: Host, { plan }: Input, io: Io): Promise<Outcome<Reply<'plan.edit'>>> {
  const read = await host.ask('plan.edit', { plan });
  if (!read.ok) return read;
  const { file, text, contentHash, runId } = read.value;
  if (runId !== null) io.warn(`ℹ️  Run ${runId} of ${plan} is at work: what you save goes to it\n`);
  const copy = join(dirname(file), 'plan.edit.yaml');
  for (let opening = 0; opening < OPENINGS_MOST; opening++) {
    const edited = await host.editText(copy, text);
    if (!edited.ok) return edited;
    const saved = await host.ask('plan.edit', { plan, text: edited.value, contentHash });
    if (!saved.ok) io.warn(`ℹ️  Your copy is kept: ${copy}\n`);
    if (!saved.ok) return saved;
    if (saved.value.is !== 'unsound') {
      await host.removeText(copy);
      return reply('plan.edit', saved.value);
    }
    io.warn(renderFindings(saved.value.findings));
    if (io.isTerminal && (await io.confirm('Open the editor again? [y/N] '))) continue;
    io.warn(`❌ Nothing was saved. Your copy is kept: ${copy}\nGo on with it: swarm plan edit ${plan}\n`);
    return reply('plan.edit', saved.value, { exitCode: 1, written: 'text' });
  }
  return reply('plan.edit', read.value, { exitCode: 1 });
}

function renderEdited(edited: ValueOf<'plan.edit'>): string {
  const { is, plan, version } = edited;
  if (is === 'handed-in') return renderHandedIn(edited);
  if (is !== 'saved') return `ℹ️  Nothing was changed in ${plan}\n`;
  const next = `It runs when you have approved it: swarm plan approve ${plan}`;
  return `✅ Saved: version ${version} of ${plan}\n${next}\n`;
}

function renderHandedIn({ plan, version, runId, isVerified }: ValueOf<'plan.edit'>): string {
  const next = isVerified ? 'the design verifier judges it first' : 'it is in force';
  const later = `Another run of it needs your approval: swarm plan approve ${plan}`;
  return `✅ Handed in to run ${runId}: version ${version} of ${plan}; ${next}\n${later}\n`;
}
