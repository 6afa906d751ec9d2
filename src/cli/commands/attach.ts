import * as z from 'zod/mini';
import type { SessionReport } from '../../app/app.ts';
import { SessionRef } from '../../contract/id.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import { isLive, statusWord } from '../../views/session-view.ts';
import { awaitSessions } from '../await-sessions.ts';
import { answered, command, refused } from '../command.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';

const Input = z.extend(SessionRef, { takeOver: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;
type Attached = Readonly<{ sessionId: string; pane: string; exitCode: number; isWaiting: boolean }>;

const SCREEN_LIMIT_MS = 60_000;
const HEARD: ReadonlySet<Session['state']> = new Set(['working', 'idle', 'waiting']);

export const attach = command({
  name: 'attach',
  summary: "Look over an agent's shoulder in its pane",
  about: [
    'Needs a terminal and tmux. The agent works on after you detach. Works inside your own tmux too.',
    '--take-over ends the headless process of a session and opens its conversation on a screen of its own,',
    'where you go on by hand. "swarm hand-back" lets the agent go on alone.',
  ].join('\n'),
  examples: ['swarm attach 20251118-153042-reviewer', 'swarm attach --take-over 20251118-153042-reviewer'],
  words: [{ name: 'session', key: 'sessionId', about: 'Id of the session', offers: 'session' }],
  flags: [{ name: 'take-over', key: 'takeOver', about: 'Go on with a headless session by hand' }],
  input: Input,
  run,
  show: ({ sessionId, isWaiting }) =>
    isWaiting
      ? `✅ Session taken over: ${sessionId}\n   Join it from a terminal: swarm attach ${sessionId}\n`
      : '',
  json: ({ sessionId, pane, exitCode }) => ({
    session_id: sessionId,
    tmux_session: pane,
    exit_code: exitCode,
  }),
  exitCode: ({ exitCode }) => (exitCode === 0 ? 0 : 2),
});

async function run(host: Host, { sessionId, takeOver }: Input, io: Io): Promise<Outcome<Attached>> {
  const app = await host.app();
  if (takeOver) {
    const taken = await app.takeOver({ sessionId });
    if (!taken.ok) return taken;
    await io.say(`⏳ Opening a screen for ${sessionId} …\n`);
    const opened = await awaitScreen(host, taken.value);
    if (!opened.ok) return opened;
  }
  const report = await app.showSession({ sessionId });
  if (!report.ok) return report;
  const { paneSession: pane } = report.value;
  if (takeOver && !io.isTerminal) return answered({ sessionId, pane, exitCode: 0, isWaiting: true });
  return attachTo(host, report.value, io);
}

// Until the new process has been heard of, the pane may still be the one that is about to go.
async function awaitScreen(host: Host, { id, attempt }: Session): Promise<Outcome<true>> {
  const until = (session: Session): boolean =>
    !isLive(session) || (session.attempt > attempt && HEARD.has(session.state));
  const waited = await awaitSessions(host, { ids: [id], until, timeoutMs: SCREEN_LIMIT_MS });
  if (!waited.ok) return waited;
  if (waited.value.isInTime) return answered(true);
  return refused({ code: 'session-not-active', sessionId: id, status: 'its screen is not open yet' });
}

async function attachTo(host: Host, report: SessionReport, io: Io): Promise<Outcome<Attached>> {
  const { session, paneSession: pane, paneActive } = report;
  const { id: sessionId } = session;
  if (!paneActive) return refused({ code: 'session-not-active', sessionId, status: statusWord(session) });
  if (!io.isTerminal) return refused({ code: 'attach-needs-terminal' });
  await io.say(`🖥️ Attaching to session: ${pane}\n   Press Ctrl+B then D to detach\n\n`);
  const ended = await host.attach(report);
  return ended.ok ? answered({ sessionId, pane, exitCode: ended.value, isWaiting: false }) : ended;
}
