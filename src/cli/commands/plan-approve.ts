import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { RejectPlan, SUBMIT_LETTERS_MOST } from '../../contract/plan/plan-version.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { visibleText } from '../../views/visible-text.ts';
import { TIMEOUT_FLAG } from '../ask-swarm.ts';
import { command } from '../command.ts';
import { asText } from '../flag.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { askFromAttempt, asks, type Reply, reply } from '../reply.ts';

const PLAN = { name: 'plan', key: 'plan', about: 'Name of a plan', offers: 'plan' } as const;
const ApproveInput = z.object({
  plan: z.string().check(z.minLength(1)),
  dryRun: z._default(z.boolean(), false),
  yes: z._default(z.boolean(), false),
});
type ApproveInput = z.infer<typeof ApproveInput>;

export const planApprove = command({
  name: 'plan approve',
  summary: 'Approve a plan: its graph and every command that it would run',
  about: [
    'Shows the graph, every command that its criteria would run, personas that do not exist yet and what it',
    'may cost; on a terminal it asks before it records anything. Approved is exactly this content: a change',
    'of plan.yaml needs another approval. A design that waits for you becomes plan.yaml by it.',
  ].join('\n'),
  examples: ['swarm plan approve user-management', 'swarm plan approve user-management --dry-run'],
  words: [{ ...PLAN, about: 'Name of a plan, or the path of a plan.yaml' }],
  flags: [
    { name: 'dry-run', key: 'dryRun', about: 'Only show what would be approved' },
    { name: 'yes', key: 'yes', about: 'Do not ask on a terminal' },
  ],
  input: ApproveInput,
  run: approve,
  show: { 'plan.approve': renderApproved },
});

async function approve(host: Host, input: ApproveInput, io: Io): Promise<Outcome<Reply<'plan.approve'>>> {
  const { plan, dryRun, yes } = input;
  const shown = await host.ask('plan.approve', { plan, dryRun: true });
  if (!shown.ok || dryRun || shown.value.is === 'already') return shown.ok ? shownReply(shown.value) : shown;
  const { contentHash } = shown.value;
  const isAsked = io.isTerminal && !yes;
  if (isAsked && !(await confirmApproval(shown.value, io))) {
    await io.say('Nothing was approved.\n');
    return reply('plan.approve', shown.value, { exitCode: 1, written: 'text' });
  }
  const approved = await host.ask('plan.approve', { plan, contentHash, dryRun: false });
  if (!approved.ok || !isAsked) return approved.ok ? reply('plan.approve', approved.value) : approved;
  await io.say(renderDone(approved.value));
  return reply('plan.approve', approved.value, { written: 'text' });
}

const shownReply = (value: ValueOf<'plan.approve'>) => reply('plan.approve', value);

/** Shows all that is decided, and asks. */
export async function confirmApproval({ text }: ValueOf<'plan.approve'>, io: Io): Promise<boolean> {
  io.warn(`${visibleText(text)}\n\n`);
  return io.confirm('Approve it? [y/N] ');
}

function renderApproved({ plan, is, version, text, aside }: ValueOf<'plan.approve'>): string {
  const shown = `${visibleText(text)}\n\n`;
  if (is === 'shown') return `${shown}Nothing was recorded. Approve it: swarm plan approve ${plan}\n`;
  if (is === 'already')
    return `${shown}ℹ️  Version ${version} is approved already. Run it: swarm plan run ${plan}\n`;
  return `${shown}${renderDone({ plan, version, aside })}`;
}

type Done = Pick<ValueOf<'plan.approve'>, 'plan' | 'version' | 'aside'>;

function renderDone({ plan, version, aside }: Done): string {
  const kept = aside === null ? '' : `ℹ️  What lay in its place is kept: ${aside}\n`;
  return `✅ Approved: version ${version} of ${plan}\n${kept}Run it: swarm plan run ${plan}\n`;
}

export const planReject = command({
  name: 'plan reject',
  summary: 'Send a design back to its architect, with the reason',
  examples: ['swarm plan reject user-management "one agent is enough for the database"'],
  words: [PLAN, { name: 'words', key: 'words', about: 'What the architect is to change', gather: asText }],
  input: RejectPlan,
  run: asks('plan.reject'),
  show: {
    'plan.reject': ({ version: { number, plan, runId } }) =>
      `✅ Rejected: version ${number} of ${plan}; its architect has your words\nLook: swarm status ${runId}\n`,
  },
});

const SubmitInput = z.object({ file: z.string().check(z.minLength(1)), timeoutMs: z.optional(z.int()) });
type SubmitInput = z.infer<typeof SubmitInput>;

export const planSubmit = command({
  name: 'plan submit',
  summary: 'Inside the session of an architect: hand in a version of the plan',
  about: 'The checker answers at once: accepted with its number, or each finding with line and advice.',
  examples: ['swarm plan submit plan.yaml', 'swarm plan submit - < plan.yaml'],
  words: [{ name: 'file', key: 'file', about: 'The plan, or - for stdin', offers: 'file' }],
  flags: [TIMEOUT_FLAG],
  input: SubmitInput,
  run: submit,
  show: { 'plan.submit': ({ plan, version, state }) => `Version ${version} of ${plan} is ${state}\n` },
});

async function submit(host: Host, { file, timeoutMs }: SubmitInput): Promise<Outcome<Reply<'plan.submit'>>> {
  const text = await host.readText(file);
  if (!text.ok) return text;
  const { length } = text.value;
  if (length > SUBMIT_LETTERS_MOST) {
    const most = `${file} has ${length} letters; a plan has at most ${SUBMIT_LETTERS_MOST}`;
    throw new UsageError(most, { key: 'file', hint: 'Nothing was handed in. Say it shorter.' });
  }
  return askFromAttempt(host, 'plan submit', 'plan.submit', { text: text.value }, { timeoutMs });
}
