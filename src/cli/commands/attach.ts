import type { SessionReport } from '../../app/app.ts';
import { SessionRef } from '../../contract/id.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { statusWord } from '../../views/session-view.ts';
import { answered, command, refused } from '../command.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';

type Attached = Readonly<{ sessionId: string; pane: string; exitCode: number }>;

export const attach = command({
  name: 'attach',
  summary: "Look over an agent's shoulder in its pane",
  about: 'Needs a terminal and tmux. The agent works on after you detach. Works inside your own tmux too.',
  examples: ['swarm attach 20251118-153042-reviewer'],
  words: [{ name: 'session', key: 'sessionId', about: 'Id of the session', offers: 'session' }],
  input: SessionRef,
  run: async (host, input, io) => {
    const report = await (await host.app()).showSession(input);
    return report.ok ? attachTo(host, report.value, io) : report;
  },
  show: () => '',
  json: ({ sessionId, pane, exitCode }) => ({
    session_id: sessionId,
    tmux_session: pane,
    exit_code: exitCode,
  }),
  exitCode: ({ exitCode }) => (exitCode === 0 ? 0 : 2),
});

async function attachTo(host: Host, report: SessionReport, io: Io): Promise<Outcome<Attached>> {
  const { session, paneSession: pane, paneActive } = report;
  const { id: sessionId } = session;
  if (!paneActive) return refused({ code: 'session-not-active', sessionId, status: statusWord(session) });
  if (!io.isTerminal) return refused({ code: 'attach-needs-terminal' });
  await io.say(`🖥️ Attaching to session: ${pane}\n   Press Ctrl+B then D to detach\n\n`);
  const ended = await host.attach(report);
  return ended.ok ? answered({ sessionId, pane, exitCode: ended.value }) : ended;
}
