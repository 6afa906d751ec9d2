import { draftTouch, draftTurn, openDraft, unwrap } from '../../app/draft.ts';
import {
  draftAsk,
  draftDelivered,
  draftWithdrawn,
  type QuestionDraft,
} from '../../app/question/draft-question.ts';
import { type Loop, stepLoop } from '../../domain/loop/loop.ts';
import { PROJECT_KEY } from '../../domain/loop/names.ts';
import { closesWith, effectOf, type WordedQuestion } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Write } from '../../store/store.ts';
import type { NextRound } from '../deps.ts';
import type { LoopDeps } from './loop-deps.ts';
import type { LoopScene } from './loop-scene.ts';

/** The loop begins nothing more until a person has said what becomes of it. */
export async function askOf(deps: LoopDeps, loop: Loop, worded: WordedQuestion): Promise<NextRound> {
  const { store, clock, ids, by } = deps;
  const at = clock.now();
  const draft: QuestionDraft = { writes: [], at, by };
  const key = `${loop.id}/${loop.version}/${worded.kind}`;
  const question = draftAsk(draft, worded, { key, hash: ids.hash });
  const step = unwrap(stepLoop(loop, 'ask', { at, patch: { questionId: question.id } }));
  const word = isInterrupt(question) ? 'INTERRUPT' : 'WARNING';
  const note = `${word}: ${question.text} | Waiting for an answer: swarm answer ${question.id}`;
  await store.commit([{ kind: 'step-loop', step, journal: { at, by, note } }, ...draft.writes]);
  return 'again';
}

/** The interrupt file stopped the loop. */
const isInterrupt = (question: Question | undefined): boolean =>
  question !== undefined && closesWith(question, 'project-interrupt');

export async function goOn(deps: LoopDeps, { loop, question }: LoopScene, why: string): Promise<NextRound> {
  const { store, clock, by } = deps;
  await withdrawInterrupt(deps, question);
  const at = clock.now();
  // An interrupt says nothing about what failed before it.
  const patch = isInterrupt(question) ? {} : { failures: 0, nextAt: null };
  const step = unwrap(stepLoop(loop, 'answered', { at, patch }));
  const journal = { at, by, note: `SUCCESS: Resuming: ${why}` };
  await store.commit([
    { kind: 'step-loop', step, journal },
    ...closeQuestion(question, { at, by, note: why }),
    ...(await toldWrites(deps, loop, question)),
  ]);
  await deps.poke(PROJECT_KEY);
  return 'again';
}

export async function stopAsked(
  deps: LoopDeps,
  { loop, question }: LoopScene,
  why: string,
): Promise<NextRound> {
  const { store, clock, by } = deps;
  // Others that wait for the same have not been told to go on.
  const others = (await store.listLoops({ isLive: true })).filter(({ id }) => id !== loop.id);
  if (!others.some(({ state }) => state !== 'stopping')) await withdrawInterrupt(deps, question);
  const at = clock.now();
  const step = unwrap(stepLoop(loop, 'stop', { at, patch: { reasonText: why } }));
  const journal = { at, by, note: `Stopped: ${why}` };
  await store.commit([
    { kind: 'step-loop', step, journal },
    ...closeQuestion(question, { at, by, note: why }),
  ]);
  return 'again';
}

// Who answers an interrupt takes it back: else it would hold the loop up again at once.
async function withdrawInterrupt({ interrupts }: LoopDeps, question: Question | undefined): Promise<void> {
  if (isInterrupt(question) && question?.state === 'answered') await interrupts.ensureGone(question.text);
}

/** What was said to the interrupt is the next prompt of the sessions that it stopped. */
async function toldWrites(
  { store, clock, ids, by }: LoopDeps,
  { atWork }: Loop,
  question: Question | undefined,
): Promise<Write[]> {
  const effect = question?.state === 'answered' ? effectOf(question) : null;
  if (effect?.do !== 'tell-loop' || effect.told === null) return [];
  const writes: Write[] = [];
  for (const { sessionId } of atWork) {
    const session = await store.findSession(sessionId);
    if (session?.state !== 'parked') continue;
    const draft = openDraft(session, await store.listTurns(sessionId), { at: clock.now(), by });
    draftTouch(draft);
    draftTurn(draft, { id: ids.uuid(), kind: 'answer', body: effect.told });
    writes.push(...draft.writes);
  }
  return writes;
}

export async function finishLoop(
  { store, clock, by }: LoopDeps,
  loop: Loop,
  why: string,
): Promise<NextRound> {
  const at = clock.now();
  const step = unwrap(stepLoop(loop, 'finish', { at, patch: { reasonText: why } }));
  const journal = { at, by, note: lastWords(loop, why) };
  await store.commit([{ kind: 'step-loop', step, journal }]);
  return 'again';
}

/** Nothing that failed passes for a success. */
function lastWords({ doneCount, failedCount, atWork }: Loop, why: string): string {
  const counts = [
    `${doneCount} done`,
    ...(failedCount === 0 ? [] : [`${failedCount} failed`]),
    ...(atWork.length === 0 ? [] : [`${atWork.length} ${atWork.length === 1 ? 'waits' : 'wait'}`]),
  ];
  const level = counts.length === 1 ? 'SUCCESS' : 'WARNING';
  return `${level}: Loop finished: ${counts.join(', ')}: ${why}`;
}

type Note = Readonly<{ at: number; by: string; note: string }>;

function closeQuestion(question: Question | undefined, { note, ...who }: Note): Write[] {
  if (!question) return [];
  const draft: QuestionDraft = { writes: [], ...who };
  if (question.state === 'answered') draftDelivered(draft, question, { note });
  else draftWithdrawn(draft, [question], note);
  return draft.writes;
}
