import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { KillSession } from '../../contract/session.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { Run } from '../../domain/run/run.ts';
import { isLiveRun } from '../../views/run-status.ts';
import { isLive, statusWord } from '../../views/session-view.ts';
import { command } from '../command.ts';
import { isConfirmed } from '../confirm.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { namedRun } from '../named-run.ts';
import { type Reply, reply } from '../reply.ts';

// Longer than an agent that ignores the polite signal needs to be ended for good.
const END_LIMIT_MS = 45_000;

const Input = z.extend(KillSession, { force: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;
type Killed = Reply<'session.kill' | 'run.kill'>;
type KilledSession = ValueOf<'session.kill'>;

export const kill = command({
  name: 'kill',
  summary: 'Kill a session or a run and its processes',
  examples: [
    'swarm kill 20251118-153042-reviewer',
    'swarm kill 20251118-153042-reviewer --force --reason "wrong task"',
  ],
  words: [
    {
      name: 'session|run',
      key: 'sessionId',
      about: 'Id of a session or a run, or a role of the only live run',
      offers: 'target',
    },
  ],
  flags: [
    { name: 'force', key: 'force', about: 'Do not ask first' },
    { name: 'reason', key: 'reason', value: 'text', about: 'Why, for the record' },
  ],
  input: Input,
  run,
  show: {
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
  { runId, force, reason }: Input & Readonly<{ runId: string }>,
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
