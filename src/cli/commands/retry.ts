import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { AGENT_CLIS } from '../../contract/agent-cli.ts';
import { RetrySessions } from '../../contract/session.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { refusalText } from '../../views/refusal-text.ts';
import { command } from '../command.ts';
import { isConfirmed } from '../confirm.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { type Reply, reply } from '../reply.ts';
import { SELECTION_FLAGS, SESSIONS_WORD } from '../selection-flags.ts';

const Input = z.extend(RetrySessions, { yes: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;
type RetryOutcome = Outcome<Reply<'session.retry'>>;

export const retry = command({
  name: 'retry',
  summary: 'Try sessions that have ended again, each in a successor',
  about: [
    'Goes on from the last turn of the conversation where the agent CLI has it, in the same workspace and',
    'branch; else from the task, with a word on what happened. An end never changes: the new session has an',
    'id of its own, and "swarm status" points from one to the other.',
    '--fresh begins from the task, in a new conversation and a new worktree; the old branch stays.',
    'With filters it asks once; --yes, or "y" from a pipe, is an answer.',
  ].join('\n'),
  examples: [
    'swarm retry 20251118-153042-developer',
    'swarm retry 20251118-153042-developer --fresh --with "leave the tests alone"',
    'swarm retry 20251118-153042-developer --cli codex',
    'swarm retry --status failed --tag nightly --dry-run',
  ],
  words: [SESSIONS_WORD],
  flags: [
    { name: 'fresh', key: 'fresh', about: 'From the task, in a new conversation and worktree' },
    {
      name: 'cli',
      key: 'cli',
      value: 'name',
      about: 'With this agent CLI instead',
      offers: AGENT_CLIS,
    },
    { name: 'with', key: 'words', value: 'text', about: 'What to tell it besides' },
    ...SELECTION_FLAGS,
    { name: 'dry-run', short: 'n', key: 'dryRun', about: 'Only say which would be tried again' },
    { name: 'yes', short: 'y', key: 'yes', about: 'With filters: do not ask' },
  ],
  input: Input,
  run,
  show: { 'session.retry': renderRetried },
});

async function run(host: Host, { yes, ...input }: Input, io: Io): Promise<RetryOutcome> {
  const { status, tag, persona, olderThanMs } = input;
  const isNamed = [status, tag, persona, olderThanMs].every((filter) => filter === undefined);
  if (isNamed || input.dryRun || yes) return retryThem(host, input);
  const planned = await host.ask('session.retry', { ...input, dryRun: true });
  if (!planned.ok) return planned;
  const ids = planned.value.retried.map(({ of }) => of);
  if (ids.length === 0) return reply('session.retry', planned.value);
  io.warn(renderRetried(planned.value));
  const question = ids.length === 1 ? 'Try this session again?' : `Try these ${ids.length} sessions again?`;
  if (!(await isConfirmed(io, { question, sure: 'swarm retry … --yes' })))
    return reply('session.retry', planned.value, { exitCode: 1, written: 'text' });
  const { fresh, cli, words } = input;
  // What ended while the person read is not among what they agreed to.
  return retryThem(host, { sessionIds: ids, fresh, cli, words, dryRun: false });
}

async function retryThem(host: Host, input: RetrySessions): Promise<RetryOutcome> {
  const tried = await host.ask('session.retry', input);
  if (!tried.ok) return tried;
  return reply('session.retry', tried.value, { exitCode: tried.value.refused.length === 0 ? 0 : 1 });
}

function renderRetried({ isDryRun, retried, refused }: ValueOf<'session.retry'>): string {
  return [
    ...retried.map(({ id, of }) =>
      isDryRun ? `Would try again: ${of}\n` : `✅ Session created: ${id} (retry of ${of})\n`,
    ),
    ...refused.map(({ id, refusal }) => `❌ Not tried again: ${id} (${refusalText(refusal).message})\n`),
  ].join('');
}
