import { draftStep } from '../../app/draft.ts';
import { draftSessionAsk } from '../../app/question/draft-question.ts';
import {
  decideGrant,
  type Grant,
  grantOf,
  listBudgets,
  UNLIMITED,
  warnIfNear,
} from '../../app/session/budgets.ts';
import type { Attempt } from '../../domain/attempt/attempt.ts';
import type { Unit } from '../../domain/budget/account.ts';
import { type Budget, fits } from '../../domain/budget/allowance.ts';
import { spentOf } from '../../domain/budget/charge.ts';
import { accountOfQuestion, wordQuestion } from '../../domain/question/kinds.ts';
import { queuedTurns } from '../../domain/turn/turn.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { endProcess } from './end-process.ts';
import { draftFor, type SessionScene } from './session-scene.ts';

/** What the next turn may spend; or, where it may not begin, what the round does instead. */
export type Admission = Readonly<{ grant: Grant } | { next: NextRound }>;

/** Whether the budgets let a turn begin in a process that is to be started. */
export async function admitLaunch(deps: RoundDeps, scene: SessionScene): Promise<Admission> {
  const budgets = await budgetsOf(deps, scene);
  if (budgets.length === 0) return { grant: UNLIMITED };
  await warnIfNear(deps, scene.session, budgets);
  const grant = grantFor(deps, scene, budgets);
  if (!('is' in grant)) return { grant };
  if (grant.is === 'used-up') return { next: await askForMore(deps, scene, grant) };
  // Another session has set it aside until the end of its turn, and the sweep looks again.
  return { next: { restUntil: null } };
}

/**
 * The same for a process that is there already. It was told at its start how much it may spend, so a turn
 * begins in it only if the rest of that is free; otherwise it makes way for one with a new allowance.
 */
export async function admitHandover(
  deps: RoundDeps,
  scene: SessionScene,
  attempt: Attempt,
): Promise<Admission> {
  if (attempt.capMicroUsd === 0) return { next: await renew(deps, scene, attempt) };
  const admission = await admitLaunch(deps, scene);
  if ('next' in admission || admission.grant.capMicroUsd === null) return admission;
  const restMicroUsd = (attempt.capMicroUsd ?? 0) - spentOf(attempt).microUsd;
  const rest = { microUsd: restMicroUsd, tokens: admission.grant.reserved.tokens };
  const budgets = await budgetsOf(deps, scene);
  if (restMicroUsd <= 0 || !fits(budgets, rest)) return { next: await renew(deps, scene, attempt) };
  return { grant: grantOf(budgets, rest, deps.clock.now()) };
}

async function budgetsOf(deps: RoundDeps, { session }: SessionScene): Promise<readonly Budget[]> {
  const spec = await deps.store.findSpec(session.id);
  return spec ? listBudgets(deps, { session, spec, at: deps.clock.now() }) : [];
}

const grantFor = (
  { clock }: RoundDeps,
  { agent, session: { mode } }: SessionScene,
  budgets: readonly Budget[],
) => decideGrant(budgets, { agent, mode, at: clock.now() });

function renew(deps: RoundDeps, scene: SessionScene, attempt: Attempt): Promise<NextRound> {
  const since = Math.max(scene.session.stateSince, queuedTurns(scene.turns)[0]?.createdAt ?? 0);
  return retire(deps, { ...scene, attempt }, since);
}

/**
 * A process makes way for the next one, pushed the harder the longer it should be gone. The row says so
 * first, so that nothing is handed to it once it was told.
 */
export async function retire(
  deps: RoundDeps,
  { session, ref, attempt: from }: SessionScene & Readonly<{ attempt: Attempt }>,
  since: number,
): Promise<NextRound> {
  if (from.capMicroUsd !== 0) {
    await deps.store.commit([{ kind: 'save-attempt', from, to: { ...from, capMicroUsd: 0 } }]);
    return 'again';
  }
  const isOnScreen = session.mode === 'interactive';
  const sinceMs = deps.clock.now() - since;
  return endProcess(deps, ref, { ending: 'completed', isMidTurn: false, isOnScreen, sinceMs });
}

type UsedUp = Readonly<{ budget: Budget; unit: Unit }>;

async function askForMore(
  deps: RoundDeps,
  scene: SessionScene,
  { budget, unit }: UsedUp,
): Promise<NextRound> {
  // Of the budget of one above it only one asks; the others go on when there is room again.
  if (budget.isInherited && (await isAskedAbout(deps, budget.account.name))) return { restUntil: null };
  const draft = draftFor(scene, deps);
  draftStep(draft, 'asked', { note: 'a budget is used up' });
  draftSessionAsk(draft, wordQuestion('budget', { budget, unit }), deps.ids.hash);
  await deps.store.commit(draft.writes);
  return 'again';
}

async function isAskedAbout({ store }: RoundDeps, account: string): Promise<boolean> {
  const open = await store.listQuestions({ state: 'open' });
  return open.some((one) => accountOfQuestion(one) === account);
}

/** Says that a limit is near, after a turn that may have brought it there. */
export async function warnAfterTurn(deps: RoundDeps, scene: SessionScene): Promise<void> {
  const budgets = await budgetsOf(deps, scene);
  if (budgets.length > 0) await warnIfNear(deps, scene.session, budgets);
}

/** True when an open question about a budget has become needless: the day is another, or others raised it. */
export async function hasRoomAgain(deps: RoundDeps, scene: SessionScene): Promise<boolean> {
  const budgets = await budgetsOf(deps, scene);
  const grant = grantFor(deps, scene, budgets);
  return !('is' in grant) || grant.is !== 'used-up';
}
