import { type Draft, draftStep } from '../../app/draft.ts';
import { draftAsk, draftSessionAsk, questionIdOf } from '../../app/question/draft-question.ts';
import { draftDroppedTurns } from '../../app/session/drop-turns.ts';
import { isRaceAccount, type Unit } from '../../domain/budget/account.ts';
import type { Budget } from '../../domain/budget/allowance.ts';
import { accountOfQuestion, effectOf, wordQuestion } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { isOver } from '../../domain/session/session.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { draftStopWork } from './park-session.ts';
import { draftFor, type SessionScene } from './session-scene.ts';

export type UsedUp = Readonly<{ budget: Budget; unit: Unit }>;

/** A budget is used up: a person is asked for more. Of the rivals of a race one asks, and for all of them. */
export async function askForMore(deps: RoundDeps, scene: SessionScene, usedUp: UsedUp): Promise<NextRound> {
  const { budget } = usedUp;
  // Of the budget of one above it only one asks; the others go on when there is room again.
  if (budget.isInherited && (await isAskedAbout(deps, budget.account.name))) return { restUntil: null };
  const key = keyOfRace(usedUp);
  const asked = key === null ? undefined : await deps.store.findQuestion(questionIdOf(key, deps.ids.hash));
  const draft = draftFor(scene, deps);
  // One that was withdrawn, as its session has ended, asks for no other any more.
  const isForOthers = asked && asked.state !== 'superseded' && asked.sessionId !== scene.session.id;
  if (!isForOthers) draftAskForMore(deps, draft, { ...usedUp, key: asked ? null : key });
  else if (!draftSameEnd(draft, asked)) return { restUntil: null };
  await deps.store.commit(draft.writes);
  return 'again';
}

async function isAskedAbout({ store }: RoundDeps, account: string): Promise<boolean> {
  const open = await store.listQuestions({ state: 'open' });
  return open.some((one) => accountOfQuestion(one) === account);
}

/** The same for all who pay from the budget of a race, and another once a person has raised it. */
const keyOfRace = ({ budget: { account }, unit }: UsedUp): string | null =>
  isRaceAccount(account.name) ? `${account.name}/${unit}/${account.raised[unit]}` : null;

/** Where a person would rather end that one, the others end with it. False: they wait for what it gets. */
function draftSameEnd(draft: Draft, asked: Question): boolean {
  const effect = effectOf(asked);
  if (effect.do !== 'end-session') return false;
  draftStopWork(draft, effect);
  // One that has never begun is over at once.
  if (isOver(draft.session)) draftDroppedTurns(draft);
  return true;
}

function draftAskForMore(
  { ids }: RoundDeps,
  draft: Draft,
  { key, ...about }: UsedUp & Readonly<{ key: string | null }>,
): void {
  draftStep(draft, 'asked', { note: 'a budget is used up' });
  const worded = wordQuestion('budget', about);
  const { id: sessionId, attempt } = draft.session;
  if (key === null) draftSessionAsk(draft, worded, ids.hash);
  else draftAsk(draft, worded, { sessionId, attempt, key, hash: ids.hash });
}
