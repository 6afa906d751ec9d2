import { intakePost, isWholePost } from '../../app/message/intake-outbox.ts';
import { decideOutboxMove, OUTBOX_QUIET_MS } from '../../domain/message/outbox-move.ts';
import type { Session } from '../../domain/session/session.ts';
import type { OutboxPost } from '../../runtime/outbox/outboxes.ts';
import type { RoundDeps } from '../deps.ts';
import type { SessionScene } from './session-scene.ts';

export type Posts = Readonly<{
  /** Another writer was faster. */
  isStale: boolean;
  /** There may be others, which the next round takes in. */
  hasMore: boolean;
  /** When half a file must be looked at again. */
  dueAt: number | null;
}>;

const NOTHING: Posts = { isStale: false, hasMore: false, dueAt: null };
/** Other sessions have their turn in between. */
const FINISHED_AT_ONCE = 10;
// One that is told to leave may still be in the middle of a word.
const BUSY: ReadonlySet<string> = new Set(['starting', 'working', 'waiting', 'stopping']);

/** Takes in the messages that a session's agent left as files in its attempts' folders. */
export async function intakeSessionMessages(
  deps: RoundDeps,
  { session, observation }: SessionScene,
): Promise<Posts> {
  if (session.attempt === 0) return NOTHING;
  const isTurnOver = observation.is !== 'alive' || !BUSY.has(session.state);
  const posts = await deps.outboxes.listOfSession(session.id);
  return intakeAll(deps, posts, { authorOf: () => session, isTurnOver });
}

/** The same for the folders of a run, which people and other programs may write to. */
export async function intakeRunMessages(
  deps: RoundDeps,
  runId: string,
  sessions: readonly Session[],
): Promise<Posts> {
  const authors = new Map(sessions.map((session) => [session.role, session]));
  const roles = [...authors.keys()].filter((role) => role !== null);
  await deps.outboxes.ensureRunFolders(runId, roles);
  const posts = await deps.outboxes.listOfRun(runId, roles);
  return intakeAll(deps, posts, { authorOf: ({ role }) => authors.get(role), isTurnOver: false });
}

type Intake = Readonly<{ authorOf: (post: OutboxPost) => Session | undefined; isTurnOver: boolean }>;

async function intakeAll(deps: RoundDeps, posts: readonly OutboxPost[], intake: Intake): Promise<Posts> {
  let { dueAt } = NOTHING;
  let finished = 0;
  for (const post of posts) {
    const session = intake.authorOf(post);
    const taken = session && (await claimWhole(deps, post, intake.isTurnOver));
    if (!session || !taken) continue;
    if (typeof taken === 'number') {
      dueAt = Math.min(dueAt ?? taken, taken);
      continue;
    }
    const answer = await intakePost(deps, { session, post: taken });
    if (answer === 'moved') return { isStale: true, hasMore: false, dueAt };
    await deps.outboxes.finish(taken, answer.ok ? null : answer.text);
    finished += 1;
    if (finished === FINISHED_AT_ONCE) return { isStale: false, hasMore: true, dueAt };
  }
  return { isStale: false, hasMore: false, dueAt };
}

/** The post when its author has finished writing, else when to look again; null when it is gone. */
async function claimWhole(
  deps: RoundDeps,
  post: OutboxPost,
  isTurnOver: boolean,
): Promise<OutboxPost | number | null> {
  if (isHalf(deps, post, isTurnOver)) return post.changedAt + OUTBOX_QUIET_MS;
  const taken = await deps.outboxes.intake(post);
  if (taken === null || taken === post) return taken;
  // Its author may have gone on writing between the look and the move.
  return isHalf(deps, taken, isTurnOver) ? taken.changedAt + OUTBOX_QUIET_MS : taken;
}

const isHalf = ({ clock }: RoundDeps, post: OutboxPost, isTurnOver: boolean): boolean =>
  decideOutboxMove({
    isJson: isWholePost(post),
    isTooLarge: post.text === null,
    quietMs: clock.now() - post.changedAt,
    isTurnOver,
  }) === 'wait';
