import { certain, type Draft, draftStep, noteOf } from '../app/draft.ts';
import { parseBudgetAnswer } from '../domain/budget/budget-question.ts';
import { deliverAnswer, type Question } from '../domain/question/question.ts';
import { hasRoomAgain } from './admit-turn.ts';
import { draftWithdrawn } from './apply-request.ts';
import type { Look, RoundDeps } from './deps.ts';
import { draftStopWork } from './leave-work.ts';
import { draftFor, type Scene } from './scene.ts';

const isBudget = ({ kind }: Question): boolean => kind === 'budget';

/** The answer raises the budget that it is about, once, together with its delivery. */
export function draftRaise(draft: Draft, question: Question): void {
  const said = parseBudgetAnswer(question, question.answer ?? '');
  const note = question.answer ?? '';
  if (said?.is === 'raise') {
    const { purse, amount } = said;
    const journal = noteOf(draft, `${purse} ${note}`);
    draft.writes.push({ kind: 'raise-purse', purse, amount, sessionId: draft.session.id, journal });
  }
  const step = certain(deliverAnswer(question, null));
  draft.writes.push({ kind: 'step-question', step, journal: noteOf(draft, note) });
}

/** A person would rather stop than spend more: the session ends. Null when nobody said so. */
export async function stopForBudget(
  deps: RoundDeps,
  scene: Scene,
  answered: readonly Question[],
): Promise<Look | null> {
  const stop = answered.find(
    (one) => isBudget(one) && parseBudgetAnswer(one, one.answer ?? '')?.is === 'stop',
  );
  if (!stop) return null;
  const draft = draftFor(scene, deps);
  draftRaise(draft, stop);
  const text = stop.text.replace(/ Go on with .*$/, '');
  draftStopWork(draft, { ending: 'killed', reason: 'budget', text });
  await deps.store.commit(draft.writes);
  return 'again';
}

/** What is asked is about budgets alone, and there is room again: the session goes on without an answer. */
export async function goOnWithin(
  deps: RoundDeps,
  scene: Scene,
  open: readonly Question[],
): Promise<Look | null> {
  const isNeedless = open.every((one) => isBudget(one) && one.input !== null);
  if (!isNeedless || !(await hasRoomAgain(deps, scene))) return null;
  const draft = draftFor(scene, deps);
  draftWithdrawn(draft, open, 'there is room in the budget again');
  draftStep(draft, 'answered', { note: 'there is room in the budget again' });
  await deps.store.commit(draft.writes);
  return 'again';
}
