import { draftStep, openDraft, unwrap } from '../../app/draft.ts';
import {
  draftAsk,
  draftDelivered,
  draftWithdrawn,
  type QuestionDraft,
} from '../../app/question/draft-question.ts';
import { draftDroppedTurns } from '../../app/session/drop-turns.ts';
import { releaseWorkspace } from '../../app/session/release-workspace.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { type Race, type RaceEvent, type RacePatch, type Rival, stepRace } from '../../domain/race/race.ts';
import { isOver } from '../../domain/session/session.ts';
import { isThrowAway } from '../../domain/workspace/workspace.ts';
import type { NextRound } from '../deps.ts';
import type { LoopDeps } from '../loop/loop-deps.ts';
import type { RaceScene } from './race-scene.ts';

type Settling = Readonly<{ event: RaceEvent; note: string; patch?: RacePatch }>;

/** One step of the race alone. */
export const settle = (deps: LoopDeps, race: Race, settling: Settling): Promise<NextRound> =>
  settleEnd(deps, { race, question: undefined }, settling);

/** The step that settles how it ends, with the question that led to it. */
export async function settleEnd(
  deps: LoopDeps,
  { race, question }: Pick<RaceScene, 'race' | 'question'>,
  { event, note, patch = {} }: Settling,
): Promise<NextRound> {
  const { store, clock, by } = deps;
  const at = clock.now();
  const step = unwrap(stepRace(race, event, { at, patch }));
  const journal = { at, by, note: `${race.id}: ${note}` };
  const closed = closeQuestion(question, { writes: [], at, by });
  await store.commit([{ kind: 'step-race', step, journal }, ...closed.writes]);
  return 'again';
}

function closeQuestion(question: Question | undefined, draft: QuestionDraft): QuestionDraft {
  if (question?.state === 'answered') draftDelivered(draft, question);
  else if (question) draftWithdrawn(draft, [question], 'its race is settled');
  return draft;
}

type Undecided = Readonly<{ rivals: readonly Rival[]; why: string }>;

/** The judge has named no winner: a person does. */
export async function askPerson(deps: LoopDeps, race: Race, { rivals, why }: Undecided): Promise<NextRound> {
  const { store, clock, by, ids } = deps;
  const draft: QuestionDraft = { writes: [], at: clock.now(), by };
  const about = { raceId: race.id, rivals: rivals.map(({ sessionId }) => sessionId), why };
  const key = `${race.id}/${race.version}/race`;
  const { id: questionId } = draftAsk(draft, wordQuestion('race', about), { key, hash: ids.hash });
  const step = unwrap(stepRace(race, 'ask', { at: draft.at, patch: { questionId } }));
  const journal = { at: draft.at, by, note: `${race.id}: ${why}` };
  await store.commit([{ kind: 'step-race', step, journal }, ...draft.writes]);
  return 'again';
}

/** Tells a session of a race that is settled to end. Its processes are ended by its own round. */
export async function endSession(deps: LoopDeps, race: Race, sessionId: string): Promise<NextRound> {
  const { store, clock, by, poke } = deps;
  const session = await store.findSession(sessionId);
  if (!session || isOver(session)) return 'again';
  const draft = openDraft(session, await store.listTurns(sessionId), { at: clock.now(), by });
  const text =
    race.winnerId === null ? `race ${race.id} has ended: ${race.reasonText}` : `${race.winnerId} won`;
  const reason = race.ending === 'stopped' ? 'asked' : 'superseded';
  draftStep(draft, 'stop', { note: text, patch: { ending: 'killed', reason, reasonText: text } });
  // One that never started is over at once: no later round drops its turns.
  if (isOver(draft.session)) draftDroppedTurns(draft);
  await store.commit(draft.writes);
  await poke(sessionId);
  return 'again';
}

/**
 * The work of one that did not win is saved as rescues, its folder and its branch go. The note comes last:
 * after a crash before it all is done again, and found done.
 */
export async function putAway(deps: LoopDeps, race: Race, sessionId: string): Promise<NextRound> {
  const kept = await rescue(deps, sessionId);
  const rivals = race.rivals.map((one) => (one.sessionId === sessionId ? { ...one, isPutAway: true } : one));
  return settle(deps, race, { event: 'put-away', note: `${sessionId}: ${kept}`, patch: { rivals } });
}

async function rescue(deps: LoopDeps, sessionId: string): Promise<string> {
  const { store, workspaces } = deps;
  const workspace = await store.findWorkspace(sessionId);
  // It has gone to a successor, or was never more than a row.
  if (!workspace || isThrowAway(workspace)) return 'it has no worktree any more';
  const foreign = await workspaces.findForeign(workspace);
  if (foreign !== null) return `its worktree stays: ${foreign}`;
  const uncommitted = workspace.state === 'released' ? [] : await releaseWorkspace(deps, workspace);
  const { rescue: commits } = await workspaces.ensureBranchDropped(workspace);
  const refs = [...uncommitted, ...(commits ? [commits.ref] : [])];
  return refs.length === 0 ? 'it left no work' : refs.join(', ');
}
