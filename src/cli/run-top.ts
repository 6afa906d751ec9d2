import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '../domain/outcome.ts';
import { troubleOfError, troubleOfRefusal } from '../views/error-text.ts';
import type { OverviewView } from '../views/session-overview.ts';
import { render } from '../views/top/render.ts';
import { openTop, type TopEvent, type TopState } from '../views/top/state.ts';
import { step } from '../views/top/step.ts';
import type { AltScreen, AltScreenEvents } from './alt-screen.ts';
import { answered } from './command.ts';
import type { Host, TopPorts } from './host.ts';
import type { Io } from './io.ts';
import { performWish } from './top-wish.ts';

/** Ages on the screen move on, and a change that was not told is found. */
const LOOK_AGAIN_MS = 10_000;
/** Many commits a second are shown together. */
const REST_MS = 250;

type TopOptions = Readonly<{
  host: Host;
  io: Io;
  ports: TopPorts;
  open: (events: AltScreenEvents) => Promise<AltScreen>;
}>;

/** Shows the overview until the person leaves it. */
export async function runTop({ host, io, ports, open }: TopOptions): Promise<Outcome<null>> {
  const look = () => host.ask('session.overview', { all: false, words: false });
  // Asked before the screen is taken: whatever has to be said or asked first is seen.
  const first = await look();
  if (!first.ok) return first;
  const inbox = openInbox();
  const screen: AltScreen = await open({
    pressed: (keys) => inbox.put(...keys.map((key): TopEvent => ({ is: 'key', key }))),
    changed: () => inbox.put({ is: 'size', size: screen.size() }),
    warned: (text) => inbox.put({ is: 'notice', text }),
    gone: () => inbox.put({ is: 'key', key: { is: 'quit' } }),
  });
  const leaving = new AbortController();
  const watching = watch({ look, ports, inbox, signal: leaving.signal });
  try {
    const shown = showTop(openTop(first.value, screen.size()), { host, io, ports, screen, inbox, look });
    await Promise.race([shown, watching.then(() => shown)]);
  } finally {
    screen.close();
    leaving.abort();
    ports.news.close();
  }
  return answered(null);
}

type Look = () => Promise<Outcome<OverviewView>>;
type Showing = Readonly<{ host: Host; io: Io; ports: TopPorts; screen: AltScreen; inbox: Inbox; look: Look }>;

async function showTop(first: TopState, { look, inbox, ...around }: Showing): Promise<void> {
  const { screen, io } = around;
  let state = first;
  for (;;) {
    screen.draw(render(state, io.style));
    for (const event of await inbox.take()) {
      const { state: next, wish } = step(state, event);
      state = next;
      if (wish === null) continue;
      if (wish.is === 'quit') return;
      screen.draw(render(state, io.style));
      const notice = await performed(wish, state.view, around);
      state = step(state, { is: 'size', size: screen.size() }).state;
      if (notice !== null) state = step(state, { is: 'notice', text: notice }).state;
      inbox.put(await lookAgain(look));
    }
  }
}

type Watching = Readonly<{ look: Look; ports: TopPorts; inbox: Inbox; signal: AbortSignal }>;

/** Looks whenever rows have changed, until the screen is closed. */
async function watch({ look, ports, inbox, signal }: Watching): Promise<void> {
  while (!signal.aborted) {
    await ports.news.next(LOOK_AGAIN_MS);
    if (signal.aborted) return;
    inbox.put(await lookAgain(look));
    await pause(REST_MS);
  }
}

/** A fault passes, and the screen stays: the next look may go well. */
async function lookAgain(look: Look): Promise<TopEvent> {
  try {
    const looked = await look();
    if (looked.ok) return { is: 'view', view: looked.value };
    return { is: 'notice', text: troubleOfRefusal(looked.refusal).message };
  } catch (error) {
    return { is: 'notice', text: faultText(error) };
  }
}

async function performed(...asked: Parameters<typeof performWish>): Promise<string | null> {
  try {
    return await performWish(...asked);
  } catch (error) {
    return faultText(error);
  }
}

/** A bug ends the program, which says so when the terminal is its own again. */
function faultText(error: unknown): string {
  const trouble = troubleOfError(error);
  if (trouble.kind === 'bug') throw error;
  return `${trouble.message}. ${trouble.hint}`;
}

type Inbox = ReturnType<typeof openInbox>;

/** What happened and was not looked at yet. Of several views, the last one counts. */
function openInbox() {
  let waiting: TopEvent[] = [];
  let wake = (): void => undefined;
  return {
    put(...events: readonly TopEvent[]): void {
      const hasView = events.some(({ is }) => is === 'view');
      waiting = [...waiting.filter(({ is }) => !(hasView && is === 'view')), ...events];
      wake();
    },
    async take(): Promise<readonly TopEvent[]> {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}
