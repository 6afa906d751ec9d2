import { isServedBy } from '../../domain/host/served-host.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { type NextRound, notAfter, type RoundDeps } from '../deps.ts';
import { intakePlanFolder } from '../plan/intake-plan-folder.ts';
import { transcriptLookAt } from '../screen/read-transcript.ts';
import { endWithParent } from './end-with-parent.ts';
import { handTurns } from './hand-turns.ts';
import { intakeSessionMessages } from './intake-messages.ts';
import { intakeRequests } from './intake-requests.ts';
import { readEvents } from './read-events.ts';
import { closeAttempt, isOverdue, reconcileAttempt } from './reconcile-attempt.ts';
import { observeScene, type SessionScene } from './session-scene.ts';
import { runTimers } from './session-timers.ts';
import { observeSuspension, suspendSession } from './suspend-session.ts';

type Move = (deps: RoundDeps, scene: SessionScene) => Promise<NextRound | null>;

// What was asked and said comes before what the process does now: a dead agent's last words still count.
const MOVES: readonly Move[] = [
  endWithParent,
  readEvents,
  suspendSession,
  reconcileAttempt,
  handTurns,
  runTimers,
];

/** Brings one session and its process one move closer. Safe to run at any time, any number of times. */
export async function reconcileSession(deps: RoundDeps, id: string): Promise<NextRound> {
  const session = await deps.store.findSession(id);
  if (!session || isOver(session) || !isServedBy(deps, session)) return { restUntil: null };
  const scene = await observeScene(deps, session, await observeSuspension(deps, session));
  // What changed while we looked does not fit together with what we saw before.
  if ((await deps.store.findSession(id))?.version !== session.version) return 'again';
  // The end of an overdue process needs nothing of what it wrote.
  if (isOverdue(deps, scene)) return closeAttempt(deps, scene);
  if (deps.room.isFull() && !goesOnWithoutRoom(scene)) return { restUntil: null };
  const heard = await hearAgent(deps, scene);
  if (heard === 'again') return 'again';
  const isFlooded = heard === 'more' && isPastLastWords(deps, session);
  if (heard === 'more' && !isFlooded) return goOnAtWork(deps, id);
  const dueAt = earliest(transcriptLookAt(deps, scene), heard === 'more' ? null : heard.dueAt);
  const next = await makeMove(deps, { ...scene, isFlooded });
  return next === null ? { restUntil: dueAt } : notAfter(next, dueAt);
}

async function makeMove(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  for (const move of MOVES) {
    const next = await move(deps, scene);
    if (next !== null) return next;
  }
  return null;
}

/** A killed session that left more than a round takes in is heard for so long, and then ends. */
const LAST_WORDS_MS = 5_000;

const isPastLastWords = ({ clock }: RoundDeps, { state, ending, stateSince }: Session): boolean =>
  state === 'stopping' && ending === 'killed' && clock.now() - stateSince > LAST_WORDS_MS;

/**
 * An agent at work that asks for more than one round takes in is looked at all the same: its time may be up.
 * What one left that is over is heard to its end first.
 */
async function goOnAtWork(deps: RoundDeps, id: string): Promise<NextRound> {
  const session = await deps.store.findSession(id);
  if (!session || isOver(session)) return 'again';
  const scene = await observeScene(deps, session, await observeSuspension(deps, session));
  if (scene.observation.is === 'alive') await makeMove(deps, scene);
  return 'again';
}

// Nothing is started while the disk is full, and what ended then is settled when there is room again. All is
// woken at that time.
const goesOnWithoutRoom = ({ session, observation }: SessionScene): boolean =>
  session.state === 'stopping' || observation.is === 'alive';

/** When something that is half there has to be looked at again. */
type NextLook = Readonly<{ dueAt: number | null }>;

/**
 * Takes in what an agent noted, asked for and sent as files. `again`: rows have changed; `more`: there was
 * more of it than one round takes in.
 */
async function hearAgent(deps: RoundDeps, scene: SessionScene): Promise<NextLook | 'again' | 'more'> {
  // What an agent noted comes before what it says: it cannot hand over past an open note.
  const folder = await intakePlanFolder(deps, scene);
  if (folder.isStale) return 'again';
  const asked = await intakeRequests(deps, scene);
  if (asked !== null) return asked;
  const posts = await intakeSessionMessages(deps, scene);
  if (posts.isStale) return 'again';
  return posts.hasMore ? 'more' : { dueAt: earliest(posts.dueAt, folder.dueAt) };
}

const earliest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
