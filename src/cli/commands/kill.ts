import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { KillSessions } from '../../contract/session.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { Run } from '../../domain/run/run.ts';
import { isLiveRun } from '../../views/run-status.ts';
import { isLive, statusWord } from '../../views/session-view.ts';
import { command } from '../command.ts';
import { isConfirmed } from '../confirm.ts';
import { killBelow } from '../family.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { namedRun } from '../named-run.ts';
import { type Reply, reply } from '../reply.ts';
import { SELECTION_FLAGS, SESSIONS_WORD } from '../selection-flags.ts';

// Longer than an agent that ignores the polite signal needs to be ended for good.
const END_LIMIT_MS = 45_000;

const Input = z.extend(KillSessions, { force: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;
type One = Readonly<{ sessionId: string; reason: string; force: boolean }>;
type Killed = Reply<'session.kill' | 'session.kill-many' | 'session.kill-below' | 'run.kill'>;
type KilledSession = ValueOf<'session.kill'>;

export const kill = command({
  name: 'kill',
  summary: 'Kill sessions or a run and their processes',
  examples: [
    'swarm kill 20251118-153042-reviewer',
    'swarm kill 20251118-153042-reviewer --force --reason "wrong task"',
    'swarm kill --tag nightly --status running',
    'swarm kill 20251118-153042-planner --tree',
    'swarm kill --agent researcher --older-than 2h --dry-run',
  ],
  words: [
    {
      ...SESSIONS_WORD,
      name: 'session|run',
      about: 'Ids of sessions; or one run, or a role of the only live run',
      offers: 'target',
    },
  ],
  flags: [
    ...SELECTION_FLAGS,
    { name: 'tree', key: 'tree', about: 'Also all sessions that these have started, and those below' },
    { name: 'dry-run', short: 'n', key: 'dryRun', about: 'Only say which would be killed' },
    { name: 'force', key: 'force', about: 'Do not ask first' },
    { name: 'reason', key: 'reason', value: 'text', about: 'Why, for the record' },
  ],
  input: Input,
  run,
  show: {
    'session.kill-many': renderKilled,
    'session.kill-below': ({ killed }) => killed.map((id) => `✅ Session killed: ${id}\n`).join(''),
    'session.kill': (killed) => WORDS[killed.is](killed.session),
    'run.kill': ({ run: ended, is }) => RUN_WORDS[is](ended),
  },
});

const RUN_WORDS: Readonly<Record<ValueOf<'run.kill'>['is'], (run: Run) => string>> = {
  killed: ({ id }) => `✅ Run killed: ${id}\n`,
  'was-over': ({ id, state }) => `ℹ️ Run ${id} was over already (${state})\n`,
  spared: ({ id }) => `ℹ️ Run left alone: ${id}\n`,
};

const WORDS: Readonly<Record<KilledSession['is'], (session: KilledSession['session']) => string>> = {
  killed: ({ id }) => `✅ Session killed: ${id}\n`,
  'was-over': (session) => `ℹ️ Session already terminated (status: ${statusWord(session)})\n`,
  stopping: ({ id }) => `⏳ Session ${id} is being ended; look again: swarm status ${id}\n`,
  spared: ({ id }) => `ℹ️ Session left alone: ${id}\n`,
};

async function run(host: Host, input: Input, io: Io): Promise<Outcome<Killed>> {
  if (host.attempt !== null) return killBelow(host, input);
  const { status, tag, persona, olderThanMs, sessionIds, force, reason } = input;
  const [sessionId, ...others] = sessionIds;
  const isFiltered = [status, tag, persona, olderThanMs].some((filter) => filter !== undefined);
  const isOne = sessionId !== undefined && others.length === 0 && !isFiltered && !input.dryRun && !input.tree;
  return isOne ? killOne(host, { sessionId, force, reason }, io) : killMany(host, input, io);
}

/** One question for all of them; those that are over already are left out of it. */
async function killMany(host: Host, { force, ...input }: Input, io: Io): Promise<Outcome<Killed>> {
  const planned = await host.ask('session.kill-many', { ...input, dryRun: true });
  if (!planned.ok) return planned;
  const { killed: ids } = planned.value;
  if (input.dryRun || ids.length === 0) return reply('session.kill-many', planned.value);
  if (!force) {
    io.warn(renderKilled(planned.value));
    const question = `⚠️  Kill ${ids.length === 1 ? 'this session' : `these ${ids.length} sessions`}?`;
    if (!(await isConfirmed(io, { question, sure: 'swarm kill … --force' })))
      return reply('session.kill-many', planned.value, { exitCode: 1, written: 'text' });
  }
  const chosen = { sessionIds: [...ids], reason: input.reason, tree: false, dryRun: false };
  const killed = await host.ask('session.kill-many', chosen);
  if (!killed.ok) return killed;
  const ended = await awaitAll(host, [...ids]);
  return ended.ok ? reply('session.kill-many', killed.value) : ended;
}

function renderKilled({ isDryRun, killed, wasOver }: ValueOf<'session.kill-many'>): string {
  return [
    ...killed.map((id) => `${isDryRun ? 'Would kill' : '✅ Session killed'}: ${id}\n`),
    ...wasOver.map((id) => `ℹ️ Session already terminated: ${id}\n`),
  ].join('');
}

async function killOne(host: Host, input: One, io: Io): Promise<Outcome<Killed>> {
  const { force, sessionId: name, reason } = input;
  const found = await host.ask('session.show', { sessionId: name });
  if (!found.ok) {
    const runId = namedRun(found);
    return runId === null ? found : killRun(host, { ...input, runId }, io);
  }
  const { session } = found.value;
  if (!isLive(session)) return reply('session.kill', { session, is: 'was-over' });
  if (!force && !(await isMeant(session.id, io))) return reply('session.kill', { session, is: 'spared' });

  const killed = await host.ask('session.kill', { sessionId: session.id, reason });
  if (!killed.ok) return killed;
  return killed.value.is === 'was-over' ? reply('session.kill', killed.value) : awaitEnd(host, session.id);
}

async function killRun(
  host: Host,
  { runId, force, reason }: One & Readonly<{ runId: string }>,
  io: Io,
): Promise<Outcome<Killed>> {
  const found = await host.ask('run.show', { runId });
  if (!found.ok) return found;
  const { run: named } = found.value;
  if (!isLiveRun(named)) return reply('run.kill', { run: named, is: 'was-over' });
  if (!force && !(await isMeant(runId, io, 'run'))) return reply('run.kill', { run: named, is: 'spared' });
  const killed = await host.ask('run.kill', { runId, reason });
  if (!killed.ok) return killed;
  const report = await host.ask('run.show', { runId });
  if (!report.ok) return report;
  const ended = await awaitAll(
    host,
    report.value.roles.map(({ session }) => session.id),
  );
  return ended.ok ? reply('run.kill', killed.value) : ended;
}

const isMeant = (id: string, io: Io, what = 'session'): Promise<boolean> =>
  isConfirmed(io, { question: `⚠️  Kill ${what} ${id}?`, sure: `swarm kill ${id} --force` });

async function awaitEnd(host: Host, sessionId: string): Promise<Outcome<Killed>> {
  const ended = await awaitAll(host, [sessionId]);
  if (!ended.ok) return ended;
  const [session] = ended.value.sessions;
  if (!session) throw new Error(`nothing was found of ${sessionId}`);
  if (!ended.value.isInTime) return reply('session.kill', { session, is: 'stopping' });
  // Another ending may have been decided a moment before.
  return reply('session.kill', { session, is: session.state === 'killed' ? 'killed' : 'was-over' });
}

const awaitAll = (host: Host, sessionIds: string[]): Promise<Outcome<ValueOf<'session.wait'>>> =>
  host.ask('session.wait', { sessionIds, until: 'over', attempt: 0, timeoutMs: END_LIMIT_MS });
