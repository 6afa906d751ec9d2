import { chargeWrites } from '../../app/session/budgets.ts';
import { listContractErrors } from '../../app/session/check-contract.ts';
import type { AgentFact } from '../../domain/agent/fact.ts';
import type { Attempt, Drawn } from '../../domain/attempt/attempt.ts';
import { foldFacts } from '../../domain/attempt/fold-facts.ts';
import { joinParts } from '../../domain/attempt/join-parts.ts';
import { countsConversation, ownTokens } from '../../domain/attempt/own-tokens.ts';
import { chargeTurn, spentOf } from '../../domain/budget/charge.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { drawRecord } from '../drawing/draw-record.ts';
import { screenWords } from '../screen/serve-screen.ts';
import { warnAfterTurn } from './admit-turn.ts';
import { applyFact } from './apply-fact.ts';
import { draftFor, isOnScreen, loginOf, openTurns, type SessionScene } from './session-scene.ts';
import { hasUntaken } from './untaken.ts';

/**
 * Reads on in the agent's own record. Cursor, counts and what they mean for the session are saved together.
 */
export async function readEvents(deps: RoundDeps, scene: SessionScene): Promise<Look | null> {
  const { attempt, ref, agent, sight } = scene;
  if (attempt === null || attempt.endedAt !== null || sight.is === 'absent') return null;
  const read = await deps.attempts.readEvents(ref, attempt.eventsCursor);
  if (read.next === attempt.eventsCursor) return null;

  const told = [...read.lines.flatMap((line) => agent.parseLine(line)), ...tooLong(read.tooLong)];
  const facts = await withOwnTokens(deps, attempt, joinParts(told));
  // Who stopped its own work and ended its turn then did not mean to be done.
  if (facts.some(isTurnEnd) && (await hasUntaken(deps, scene.session.id))) return 'again';
  // Drawn before the cursor moves: after a crash the same text goes to the same place.
  const drawn = await drawRecord(deps, scene, { attempt, facts });
  await saveFacts(deps, scene, { attempt, facts, next: read.next, drawn });
  return 'again';
}

const isTurnEnd = ({ kind }: AgentFact): boolean => kind === 'turn-ended';

async function withOwnTokens(
  { store }: RoundDeps,
  attempt: Attempt,
  facts: readonly AgentFact[],
): Promise<readonly AgentFact[]> {
  if (!attempt.resumed || !facts.some(countsConversation)) return facts;
  return ownTokens(facts, attempt, await store.listAttempts(attempt.sessionId));
}

const tooLong = (count: number): AgentFact[] =>
  Array.from({ length: count }, () => ({ kind: 'broken', problem: 'a line was too long to read' }));

type NewFacts = Readonly<{ attempt: Attempt; facts: readonly AgentFact[]; next: number; drawn: Drawn }>;

async function saveFacts(
  deps: RoundDeps,
  scene: SessionScene,
  { attempt, facts, next, drawn }: NewFacts,
): Promise<void> {
  const draft = draftFor(scene, deps);
  const folded = foldFacts(attempt, facts, draft.at);
  const context = {
    config: deps.config,
    attempt: attempt.number,
    backgroundTasks: folded.backgroundTasks,
    isOnScreen: isOnScreen(scene.session, scene.agent),
    echoes: scene.agent.can.manyTurns,
    resetAt: latestReset(facts),
    openQuestions: await deps.store.listQuestions({ sessionId: scene.session.id, state: 'open' }),
    isPromptOf: (turn: Turn, text: string) =>
      scene.agent.screen?.isSamePrompt(screenWords(deps, scene, turn), text) ?? false,
    hash: deps.ids.hash,
    uuid: deps.ids.uuid,
    isAllowanceSpent: isAllowanceSpent(folded),
    login: loginOf(scene.agent),
    contractErrors: await contractErrorsOf(deps, scene, { facts, lastResult: folded.lastResult }),
  };
  for (const fact of facts) applyFact(draft, fact, context);
  const isEnded = facts.some(isTurnEnd);
  const isBusy = ['working', 'waiting'].includes(draft.session.state);
  const isAtRest = !isBusy || openTurns(draft.turns, attempt.number).length === 0;
  const settlement = chargeTurn(attempt, folded, isEnded && isAtRest);
  // Every line is a sign of life, also one that means nothing to us; but not one that only tells of waiting.
  const to = {
    ...settlement.attempt,
    lastEventAt: facts.length === 0 ? draft.at : folded.lastEventAt,
    // One that stopped for want of money stops again at whatever it is given.
    ...(facts.some(isOutOfMoney) ? { capMicroUsd: 0 } : {}),
    eventsCursor: next,
    ...drawn,
  };
  const charges = chargeWrites(scene.session, attempt, { ...settlement, at: draft.at });
  await deps.store.commit([...draft.writes, { kind: 'save-attempt', from: attempt, to }, ...charges]);
  if (isEnded) await warnAfterTurn(deps, scene);
}

// What the CLI itself held its model to is the result, whatever else lies there.
async function contractErrorsOf(
  deps: RoundDeps,
  { session, ref }: SessionScene,
  { facts, lastResult }: Readonly<{ facts: readonly AgentFact[]; lastResult: string | null }>,
): Promise<readonly string[]> {
  const ended = facts.findLast((fact) => fact.kind === 'turn-ended');
  if (!ended?.ok) return [];
  if (ended.structured !== undefined) await deps.attempts.writeResult(ref, ended.structured);
  return listContractErrors(deps, session, lastResult ?? '');
}

const isOutOfMoney = (fact: AgentFact): boolean => fact.kind === 'turn-ended' && fact.problem === 'budget';

const isAllowanceSpent = (attempt: Attempt): boolean =>
  attempt.capMicroUsd !== null && spentOf(attempt).microUsd >= attempt.capMicroUsd;

// One limit may be told several times, and not every time with its end.
function latestReset(facts: readonly AgentFact[]): number | null {
  const known = facts.flatMap((fact) =>
    fact.kind === 'limited' && fact.resetAt !== null ? [fact.resetAt] : [],
  );
  return known.length === 0 ? null : Math.max(...known);
}
