import { ShowOverview } from '../../contract/session.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { groupOf, SESSION_GROUPS, type SessionGroup } from '../../domain/session/group.ts';
import { decideNextStep } from '../../domain/session/next-step.ts';
import { isOver, SESSION_STATES, type Session } from '../../domain/session/session.ts';
import { type OverviewView, overviewJson } from '../../views/session-overview.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { listUnmerged, type UnmergedDeps } from './list-unmerged.ts';

const OVER = SESSION_STATES.filter((state) => isOver({ state }));
/** Ended sessions that are looked at, and rows of a group that are shown. */
const MOST_OVER = 10_000;
const RECENT_OVER = 200;
const SHOWN: Readonly<Record<SessionGroup, number>> = {
  'needs-you': 50,
  review: 20,
  working: 50,
  waiting: 20,
  done: 8,
};

/** All sessions by what they want of the person who looks, with the one command that is wanted next. */
export async function showOverview(
  deps: UnmergedDeps & Pick<VerbDeps, 'clock'>,
  { all, words }: ShowOverview,
): Promise<Outcome<OverviewView>> {
  const { store, clock } = deps;
  const filter = { archived: false, states: OVER };
  // Read first: one that ends meanwhile is then found twice, and never missed.
  const live = await store.listLive();
  const recent = await store.listSessions(filter, { limit: all ? MOST_OVER : RECENT_OVER });
  const questions = await store.listQuestions({ state: 'open' });
  const { branches, older } = await listUnmerged(deps, recent.sessions);
  const asking = new Set(questions.map(({ sessionId }) => sessionId));
  const ended = new Map([...recent.sessions, ...older].map((session) => [session.id, session]));
  const sessions = [...live.filter(({ id }) => !ended.has(id)), ...ended.values()];
  const placed = sessions.map((session) => ({
    session,
    group: groupOf(session, { hasQuestion: asking.has(session.id), isUnmerged: branches.has(session.id) }),
  }));
  const of = (wanted: SessionGroup): readonly Session[] =>
    inOrder(
      wanted,
      placed.filter(({ group }) => group === wanted).map(({ session }) => session),
    );
  const unseen = sumOf(await store.countSessions(filter)) - recent.sessions.length - older.length;
  return accept({
    groups: SESSION_GROUPS.map((group) => ({
      group,
      count: of(group).length + (group === 'done' ? Math.max(0, unseen) : 0),
      sessions: all ? of(group) : of(group).slice(0, SHOWN[group]),
    })),
    questions,
    branches,
    words: words ? await listWords(store, live) : new Map(),
    next: decideNextStep({ questions, reviews: of('review'), working: of('working') }),
    pause: (await store.findPause()) ?? null,
    isWhole: all,
    now: clock.now(),
  });
}

/** What the agent of each session said last, for those that said something. */
async function listWords(
  store: Pick<VerbDeps['store'], 'findAttempt'>,
  live: readonly Session[],
): Promise<ReadonlyMap<string, string>> {
  const said = new Map<string, string>();
  for (const { id, attempt } of live) {
    const last = await store.findAttempt(id, attempt);
    const text = last?.lastSaid ?? last?.lastResult;
    if (text) said.set(id, text);
  }
  return said;
}

/** Who waits longest comes first; of what is over, what ended last. */
const inOrder = (group: SessionGroup, sessions: readonly Session[]): readonly Session[] =>
  group === 'done' || group === 'review'
    ? sessions.toSorted((a, b) => b.stateSince - a.stateSince)
    : sessions.toSorted((a, b) => a.stateSince - b.stateSince);

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export const showOverviewVerb = verb({
  name: 'session.overview',
  summary: 'Show sessions by what they want of you, and what to do next',
  asks: 'anyone',
  reads: true,
  input: ShowOverview,
  answer: async () => (await import('../../contract/answer/session.ts')).SessionOverviewAnswer,
  run: showOverview,
  json: overviewJson,
});
