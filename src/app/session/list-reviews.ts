import { ListReviews } from '../../contract/review.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { isOver, SESSION_STATES, type Session } from '../../domain/session/session.ts';
import { type Review, reviewsJson } from '../../views/review-text.ts';
import type { VerbDeps } from '../deps.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import { describeEnded, type EndedDeps } from './describe-ended.ts';
import { listUnmerged, type UnmergedDeps } from './list-unmerged.ts';

const OVER = SESSION_STATES.filter((state) => isOver({ state }));
const RECENT = 200;

type ReviewDeps = EndedDeps & UnmergedDeps & Pick<VerbDeps, 'clock'>;

/** What has ended and is not merged yet, the oldest first; or the sessions that are named. */
export async function listReviews(
  deps: ReviewDeps,
  { names }: ListReviews,
): Promise<Outcome<readonly Review[]>> {
  const sessions = names.length === 0 ? accept(await listReady(deps)) : await findAll(deps, names);
  if (!sessions.ok) return sessions;
  const ended = await describeEnded(deps, sessions.value, { since: 0, now: deps.clock.now() });
  return accept(
    await Promise.all(ended.map(async (one) => ({ ...one, gate: await findGate(deps, one.session) }))),
  );
}

async function listReady(deps: ReviewDeps): Promise<readonly Session[]> {
  const { sessions } = await deps.store.listSessions({ archived: false, states: OVER }, { limit: RECENT });
  const { branches, older } = await listUnmerged(deps, sessions);
  return [...sessions, ...older]
    .filter(({ id }) => branches.has(id))
    .toSorted((a, b) => a.stateSince - b.stateSince);
}

async function findAll(deps: ReviewDeps, names: readonly string[]): Promise<Outcome<readonly Session[]>> {
  const found = new Map<string, Session>();
  for (const name of names) {
    const one = await findNamedSession(deps, name, 'review');
    if (!one.ok) return one;
    found.set(one.value.id, one.value);
  }
  return accept([...found.values()]);
}

/** An item is done only when its gate has passed, so a completed session of one has passed it. */
async function findGate(
  { store }: ReviewDeps,
  { workId, state }: Pick<Session, 'workId' | 'state'>,
): Promise<string | null> {
  if (workId === null || state !== 'completed') return null;
  return (await store.findWork(workId))?.gate ?? null;
}

export const listReviewsVerb = verb({
  name: 'session.reviews',
  summary: 'List finished work that is not merged yet, with its size, gate and cost',
  asks: 'anyone',
  reads: true,
  input: ListReviews,
  answer: async () => (await import('../../contract/answer/review.ts')).ReviewsAnswer,
  run: listReviews,
  json: reviewsJson,
});
