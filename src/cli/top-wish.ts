import { OUTPUT_MOST } from '../contract/session.ts';
import type { Outcome } from '../domain/outcome.ts';
import { renderAnswered } from '../views/answered-question.ts';
import { renderDiff } from '../views/diff-text.ts';
import { refusalText } from '../views/refusal-text.ts';
import type { OverviewView } from '../views/session-overview.ts';
import { isLive } from '../views/session-view.ts';
import type { Wish } from '../views/top/state.ts';
import type { AltScreen } from './alt-screen.ts';
import type { Host, TopPorts } from './host.ts';
import type { Io } from './io.ts';

type WishContext = Readonly<{ host: Host; io: Io; ports: TopPorts; screen: AltScreen }>;

const INTERRUPTED = 130;

/** Does what a key asked for; gives back what to say about it. */
export async function performWish(
  wish: Wish,
  view: OverviewView,
  around: WishContext,
): Promise<string | null> {
  const { host, io, screen } = around;
  switch (wish.is) {
    case 'logs':
      return showLogs(wish.sessionId, view, around);
    case 'attach':
      return runWords(['attach', wish.sessionId], around);
    case 'create':
      return runWords(['create', '--', wish.persona], around);
    case 'diff':
      return showDiff(wish.sessionId, around);
    case 'kill':
      return kill(wish.sessionId, host);
    case 'answer': {
      const { questionId, answer } = wish;
      const given = await host.ask('question.answer', { questionId, answer });
      return given.ok ? (renderAnswered(given.value, io.style).split('\n')[0] ?? null) : problemOf(given);
    }
    case 'suspend':
      screen.suspend();
      return null;
    case 'redraw':
      screen.clear();
      return null;
    case 'quit':
      return null;
  }
}

async function kill(sessionId: string, host: Host): Promise<string> {
  const killed = await host.ask('session.kill', { sessionId, reason: 'asked by the operator' });
  return killed.ok ? `${sessionId} is being ended` : problemOf(killed);
}

function problemOf({ refusal }: Extract<Outcome<unknown>, { ok: false }>): string {
  const { message, hint } = refusalText(refusal);
  return hint === '' ? message : `${message}. ${hint}`;
}

/** A command of its own on this terminal. What it left there is read before it goes, if it went wrong. */
async function runWords(words: readonly string[], { ports, screen }: WishContext): Promise<null> {
  await screen.lend(async () => {
    const code = await ports.run(words);
    const isRead = code !== INTERRUPTED && (code !== 0 || words[0] === 'logs');
    return isRead ? 'read' : 'back';
  });
  return null;
}

/** Followed while there may be more; else read in the pager. */
async function showLogs(sessionId: string, view: OverviewView, around: WishContext): Promise<string | null> {
  const { host, ports, screen } = around;
  const session = view.groups.flatMap(({ sessions }) => sessions).find(({ id }) => id === sessionId);
  if (session && isLive(session)) return runWords(['logs', sessionId, '--follow'], around);
  const output = await host.ask('session.output', { sessionId, most: OUTPUT_MOST });
  if (!output.ok) return problemOf(output);
  if (output.value.text === '') return 'It wrote nothing';
  await screen.lend(() => ports.page(output.value.text));
  return null;
}

async function showDiff(sessionId: string, { host, io, ports, screen }: WishContext): Promise<string | null> {
  const found = await host.ask('session.diff', { sessionId, paths: [], stat: false, whole: false });
  if (!found.ok) return problemOf(found);
  await screen.lend(() => ports.page(renderDiff(found.value, io.style)));
  return null;
}
