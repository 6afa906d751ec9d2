import { certain, type Draft, draftStep, noteOf } from '../app/draft.ts';
import { parseBudgetAnswer } from '../domain/budget/budget-question.ts';
import { deliverAnswer, type Question } from '../domain/question/question.ts';
import { hasRoomAgain, retire } from './admit-turn.ts';
import { draftWithdrawn } from './apply-request.ts';
import type { Look, RoundDeps } from './deps.ts';
import { draftStopWork } from './leave-work.ts';
import { draftFor, openTurns, type Scene } from './scene.ts';

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

/**
 * What is asked is about budgets alone. If there is room again, the session goes on without an answer; if
 * not, a process that nobody needs meanwhile is let go.
 */
export async function goOnWithin(
  deps: RoundDeps,
  scene: Scene,
  open: readonly Question[],
): Promise<Look | null> {
  if (!open.every(isBudget)) return null;
  const isAboutPurse = open.every(({ input }) => input !== null);
  if (!isAboutPurse || !(await hasRoomAgain(deps, scene))) return letGo(deps, scene);
  const draft = draftFor(scene, deps);
  draftWithdrawn(draft, open, 'there is room in the budget again');
  draftStep(draft, 'answered', { note: 'there is room in the budget again' });
  await deps.store.commit(draft.writes);
  return 'again';
}

async function letGo(deps: RoundDeps, scene: Scene): Promise<Look | null> {
  const { session, attempt, sight, turns } = scene;
  const isNeeded = openTurns(turns, session.attempt).length > 0;
  if (attempt === null || sight.is !== 'alive' || isNeeded) return null;
  const letGoAt = session.stateSince + deps.config.timeouts.idleProcessMs;
  if (deps.clock.now() < letGoAt) return { restUntil: letGoAt };
  return retire(deps, { ...scene, attempt }, letGoAt);
}
