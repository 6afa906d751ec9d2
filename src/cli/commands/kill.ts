import * as z from 'zod/mini';
import { KillSession } from '../../contract/session.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import { statusWord } from '../../views/session-view.ts';
import { awaitSessions, isOver } from '../await-sessions.ts';
import { answered, command } from '../command.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';

// Longer than an agent that ignores the polite signal needs to be ended for good.
const END_LIMIT_MS = 45_000;

const Input = z.extend(KillSession, { force: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;
type Killed = Readonly<{ session: Session; is: 'killed' | 'was-over' | 'stopping' | 'spared' }>;

export const kill = command({
  name: 'kill',
  summary: 'End a session and its processes',
  examples: [
    'swarm kill 20251118-153042-reviewer',
    'swarm kill 20251118-153042-reviewer --force --reason "wrong task"',
  ],
  words: [{ name: 'session', key: 'sessionId', about: 'Id of the session', offers: 'session' }],
  flags: [
    { name: 'force', key: 'force', about: 'Do not ask first' },
    { name: 'reason', key: 'reason', value: 'text', about: 'Why, for the record' },
  ],
  input: Input,
  run,
  show: ({ session, is }) => WORDS[is](session),
  json: ({ session, is }) => ({
    session_id: session.id,
    status: statusWord(session),
    state: session.state,
    killed: is === 'killed' || is === 'stopping',
    was_over: is === 'was-over',
  }),
});

const WORDS: Readonly<Record<Killed['is'], (session: Session) => string>> = {
  killed: ({ id }) => `✅ Session killed: ${id}\n`,
  'was-over': (session) => `ℹ️ Session already terminated (status: ${statusWord(session)})\n`,
  stopping: ({ id }) => `⏳ Session ${id} is being ended; look again: swarm status ${id}\n`,
  spared: ({ id }) => `ℹ️ Session left alone: ${id}\n`,
};

async function run(host: Host, input: Input, io: Io): Promise<Outcome<Killed>> {
  const { force, ...asked } = input;
  const app = await host.app();
  const report = await app.showSession({ sessionId: asked.sessionId });
  if (!report.ok) return report;
  const { session } = report.value;
  if (isOver(report.value)) return answered({ session, is: 'was-over' });
  if (!force && !(await isConfirmed(session.id, io))) return answered({ session, is: 'spared' });

  const killed = await app.killSession(asked);
  if (!killed.ok) return killed;
  if (killed.value.wasOver) return answered({ session: killed.value.session, is: 'was-over' });
  return awaitEnd(host, session.id);
}

function isConfirmed(sessionId: string, io: Io): Promise<boolean> {
  if (io.isTerminal) return io.confirm(`⚠️  Kill session ${sessionId}? [y/N]: `);
  throw new UsageError('kill asks first, and there is no terminal to ask at', {
    key: 'force',
    hint: `Say it for sure: swarm kill ${sessionId} --force`,
  });
}

async function awaitEnd(host: Host, sessionId: string): Promise<Outcome<Killed>> {
  const ended = await awaitSessions(host, { ids: [sessionId], until: isOver, timeoutMs: END_LIMIT_MS });
  if (!ended.ok) return ended;
  const [report] = ended.value.reports;
  if (!report) throw new Error(`no report of ${sessionId}`);
  const { session } = report;
  if (!ended.value.isInTime) return answered({ session, is: 'stopping' });
  // Another ending may have been decided a moment before.
  return answered({ session, is: session.state === 'killed' ? 'killed' : 'was-over' });
}
