import { accept, type Outcome } from '../domain/outcome.ts';
import type { TerminalEvents, TerminalScreen } from '../http/host.ts';
import { paneMarkOf } from '../runtime/attempt/attempt-folder.ts';
import { openControlPane } from '../runtime/tmux/control-pane.ts';
import type { Pane } from '../runtime/tmux/tmux.ts';
import type { SessionView } from '../views/session-view.ts';
import { openOutput } from './open-output.ts';
import { type Env, textsOf, withoutAttempt } from './project.ts';
import type { OpenedApp } from './wire.ts';

const TAIL_MOST = 256 * 1024;
const LOOK_AGAIN_MS = 5_000;
const RESET = '\u001bc';
const TAIL_SIZE = { columns: 120, rows: 40 };

/** The pane of a session; without one, what its agent wrote and goes on to write. */
export async function openTerminalOf(
  opened: OpenedApp,
  { sessionId, env }: Readonly<{ sessionId: string; env: Env }>,
  events: TerminalEvents,
): Promise<Outcome<TerminalScreen>> {
  const found = await opened.ask('session.show', { sessionId });
  if (!found.ok) return found;
  const pane = await findPane(opened, found.value);
  return accept(pane === null ? followOutput(found.value, events) : showPane(opened, { pane, env }, events));
}

async function findPane({ runtime }: OpenedApp, { session }: SessionView): Promise<Pane | null> {
  const seen = await (await runtime()).tmux.observe();
  const mark = paneMarkOf({ sessionId: session.id, attempt: session.attempt });
  const panes = seen.is === 'serving' ? seen.panes : [];
  return panes.find((pane) => pane.mark === mark) ?? null;
}

function showPane(
  { project }: OpenedApp,
  { pane, env }: Readonly<{ pane: Pane; env: Env }>,
  events: TerminalEvents,
): TerminalScreen {
  const base = ['tmux', '-L', project.paths.tmuxSocketName, '-f', '/dev/null'];
  const target = { base, session: pane.session, pane: pane.id, env: textsOf(withoutAttempt(env)) };
  return openControlPane(target, events);
}

/** A text that grows: nothing can be typed into it, and it has no size. */
function followOutput({ sessionDir }: SessionView, events: TerminalEvents): TerminalScreen {
  let isClosed = false;
  let refresh = (): void => {};
  const follow = async (): Promise<void> => {
    const reader = await openOutput(sessionDir);
    let tail = '';
    refresh = () => events.drawn(TAIL_SIZE, Buffer.from(`${RESET}${tail}`));
    const readOn = async (): Promise<string> => {
      const text = (await reader.read()).replaceAll('\n', '\r\n');
      tail = `${tail}${text}`.slice(-TAIL_MOST);
      return text;
    };
    while ((await readOn()) !== '');
    refresh();
    while (!isClosed) {
      const text = await readOn();
      if (text === '') await reader.changed(LOOK_AGAIN_MS);
      else events.output(Buffer.from(text));
    }
    reader.close();
  };
  void follow().catch(() => events.ended());
  return {
    refresh: () => refresh(),
    hold: () => {},
    type: () => {},
    resize: () => {},
    close: () => {
      isClosed = true;
    },
  };
}
