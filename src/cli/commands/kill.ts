import * as z from 'zod/mini';
import { KillSession } from '../../contract/session.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import { isLiveRun } from '../../views/run-status.ts';
import { statusWord } from '../../views/session-view.ts';
import { awaitSessions, isOver } from '../await-sessions.ts';
import { answered, command } from '../command.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { targetOf } from '../session-of.ts';

// Longer than an agent that ignores the polite signal needs to be ended for good.
const END_LIMIT_MS = 45_000;

const Input = z.extend(KillSession, { force: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;
type KilledSession = Readonly<{ session: Session; is: 'killed' | 'was-over' | 'stopping' | 'spared' }>;
type KilledRun = Readonly<{ run: Run; is: 'run-killed' | 'run-was-over' | 'run-spared' }>;
type Killed = KilledSession | KilledRun;

export const kill = command({
  name: 'kill',
  summary: 'End a session or a run, and its processes',
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
  show: (killed) => ('run' in killed ? RUN_WORDS[killed.is](killed.run) : WORDS[killed.is](killed.session)),
  json: (killed) => ('run' in killed ? runKilledJson(killed) : sessionKilledJson(killed)),
});

const sessionKilledJson = ({ session, is }: KilledSession): unknown => ({
  session_id: session.id,
  status: statusWord(session),
  state: session.state,
  killed: is === 'killed' || is === 'stopping',
  was_over: is === 'was-over',
});

const runKilledJson = ({ run: ended, is }: KilledRun): unknown => ({
  run_id: ended.id,
  state: ended.state,
  killed: is === 'run-killed',
  was_over: is === 'run-was-over',
});

const RUN_WORDS: Readonly<Record<KilledRun['is'], (run: Run) => string>> = {
  'run-killed': ({ id }) => `✅ Run killed: ${id}\n`,
  'run-was-over': ({ id, state }) => `ℹ️ Run ${id} was over already (${state})\n`,
  'run-spared': ({ id }) => `ℹ️ Run left alone: ${id}\n`,
};

const WORDS: Readonly<Record<KilledSession['is'], (session: Session) => string>> = {
  killed: ({ id }) => `✅ Session killed: ${id}\n`,
  'was-over': (session) => `ℹ️ Session already terminated (status: ${statusWord(session)})\n`,
  stopping: ({ id }) => `⏳ Session ${id} is being ended; look again: swarm status ${id}\n`,
  spared: ({ id }) => `ℹ️ Session left alone: ${id}\n`,
};

async function run(host: Host, input: Input, io: Io): Promise<Outcome<Killed>> {
  const { force, ...asked } = input;
  const app = await host.app();
  const target = await targetOf(app, asked.sessionId);
  if (!target.ok) return target;
  if (target.value.is === 'run') return killRun(host, { ...input, run: target.value.run }, io);
  const { sessionId } = target.value;
  const report = await app.showSession({ sessionId });
  if (!report.ok) return report;
  const { session } = report.value;
  if (isOver(session)) return answered({ session, is: 'was-over' });
  if (!force && !(await isConfirmed(session.id, io))) return answered({ session, is: 'spared' });

  const killed = await app.killSession({ ...asked, sessionId });
  if (!killed.ok) return killed;
  if (killed.value.wasOver) return answered({ session: killed.value.session, is: 'was-over' });
  return awaitEnd(host, session.id);
}

async function killRun(
  host: Host,
  { run: found, force, reason }: Input & Readonly<{ run: Run }>,
  io: Io,
): Promise<Outcome<Killed>> {
  if (!isLiveRun(found)) return answered({ run: found, is: 'run-was-over' });
  if (!force && !(await isConfirmed(found.id, io, 'run'))) return answered({ run: found, is: 'run-spared' });
  const app = await host.app();
  const killed = await app.killRun({ runId: found.id, reason });
  if (!killed.ok) return killed;
  const report = await app.showRun({ runId: found.id });
  if (!report.ok) return report;
  const ids = report.value.roles.map(({ session }) => session.id);
  const ended = await awaitSessions(host, { ids, until: isOver, timeoutMs: END_LIMIT_MS });
  if (!ended.ok) return ended;
  return answered({ run: killed.value.run, is: killed.value.wasOver ? 'run-was-over' : 'run-killed' });
}

function isConfirmed(sessionId: string, io: Io, what = 'session'): Promise<boolean> {
  if (io.isTerminal) return io.confirm(`⚠️  Kill ${what} ${sessionId}? [y/N]: `);
  throw new UsageError('kill asks first, and there is no terminal to ask at', {
    key: 'force',
    hint: `Say it for sure: swarm kill ${sessionId} --force`,
  });
}

async function awaitEnd(host: Host, sessionId: string): Promise<Outcome<Killed>> {
  const ended = await awaitSessions(host, { ids: [sessionId], until: isOver, timeoutMs: END_LIMIT_MS });
  if (!ended.ok) return ended;
  const [session] = ended.value.sessions;
  if (!session) throw new Error(`nothing was found of ${sessionId}`);
  if (!ended.value.isInTime) return answered({ session, is: 'stopping' });
  // Another ending may have been decided a moment before.
  return answered({ session, is: session.state === 'killed' ? 'killed' : 'was-over' });
}
