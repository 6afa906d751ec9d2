import { type Draft, draftStep, noteOf, unwrap } from '../../app/draft.ts';
import { parseBudgetAnswer } from '../../domain/budget/budget-question.ts';
import { deliverAnswer, type Question } from '../../domain/question/question.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { hasRoomAgain, retire } from '../session/admit-turn.ts';
import { draftStopWork } from '../session/park-session.ts';
import { draftFor, openTurns, type SessionScene } from '../session/session-scene.ts';
import { draftWithdrawn } from './apply-request.ts';

const isBudget = ({ kind }: Question): boolean => kind === 'budget';

/** The answer raises the budget that it is about, once, together with its delivery. */
export function draftRaise(draft: Draft, question: Question): void {
  const said = parseBudgetAnswer(question, question.answer ?? '');
  const note = question.answer ?? '';
  if (said?.is === 'raise') {
    const { account, amount } = said;
    const journal = noteOf(draft, `${account} ${note}`);
    draft.writes.push({ kind: 'raise-account', account, amount, sessionId: draft.session.id, journal });
  }
  const step = unwrap(deliverAnswer(question, null));
  draft.writes.push({ kind: 'step-question', step, journal: noteOf(draft, note) });
}

/** A person would rather stop than spend more: the session ends. Null when nobody said so. */
export async function stopForBudget(
  deps: RoundDeps,
  scene: SessionScene,
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
  scene: SessionScene,
  open: readonly Question[],
): Promise<Look | null> {
  if (!open.every(isBudget)) return null;
  const isAboutAccount = open.every(({ input }) => input !== null);
  if (!isAboutAccount || !(await hasRoomAgain(deps, scene))) return letGo(deps, scene);
  const draft = draftFor(scene, deps);
  draftWithdrawn(draft, open, 'there is room in the budget again');
  draftStep(draft, 'answered', { note: 'there is room in the budget again' });
  await deps.store.commit(draft.writes);
  return 'again';
}

async function letGo(deps: RoundDeps, scene: SessionScene): Promise<Look | null> {
  const { session, attempt, sight, turns } = scene;
  const isNeeded = openTurns(turns, session.attempt).length > 0;
  if (attempt === null || sight.is !== 'alive' || isNeeded) return null;
  const letGoAt = session.stateSince + deps.config.timeouts.idleProcessMs;
  if (deps.clock.now() < letGoAt) return { restUntil: letGoAt };
  return retire(deps, { ...scene, attempt }, letGoAt);
}
