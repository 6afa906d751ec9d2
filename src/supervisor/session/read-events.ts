import type { Draft } from '../../app/draft.ts';
import { chargeWrites, listBudgets, meteredUnitsOf } from '../../app/session/budgets.ts';
import { listContractErrors } from '../../app/session/check-contract.ts';
import type { AgentFact } from '../../domain/agent/fact.ts';
import type { Attempt, DrawnBytes } from '../../domain/attempt/attempt.ts';
import { foldFacts, promptAfter } from '../../domain/attempt/fold-facts.ts';
import { joinParts } from '../../domain/attempt/join-parts.ts';
import { countsConversation, ownShare } from '../../domain/attempt/own-share.ts';
import { decideAllowance } from '../../domain/budget/allowance.ts';
import { chargeTurn, isOutOfAllowance, spentOf } from '../../domain/budget/charge.ts';
import { isUnsettled } from '../../domain/question/question.ts';
import type { SessionState } from '../../domain/session/session.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { drawRecord } from '../drawing/draw-record.ts';
import { readTranscript } from '../screen/read-transcript.ts';
import { warnAfterTurn } from './admit-turn.ts';
import { applyFact } from './apply-fact.ts';
import { draftRetry } from './park-session.ts';
import { draftFor, isOnScreen, loginOf, openTurns, type SessionScene } from './session-scene.ts';
import { hasUntaken } from './untaken.ts';

/**
 * Reads on in the agent's own record. Cursor, counts and what they mean for the session are saved together.
 */
export async function readEvents(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const { attempt, ref, observation } = scene;
  if (attempt === null || attempt.endedAt !== null || observation.is === 'absent') return null;
  const transcript = await readTranscript(deps, scene);
  // Complaints first: what it said after them shows that it went on.
  const complaints = await readComplaints(deps, scene, attempt);
  const read = await deps.attempts.readEvents(ref, attempt.eventsCursor);
  const isSilent = read.next === attempt.eventsCursor && complaints.next === attempt.stderrCursor;
  if (isSilent && transcript === null) return null;

  const { told, protocolState } = await understand(deps, { ...scene, attempt }, read.lines);
  const all = [...complaints.facts, ...told, ...tooLong(read.tooLong)];
  const recorded = await withOwnShare(deps, attempt, joinParts(all));
  const facts = [...(transcript?.before ?? []), ...recorded, ...(transcript?.after ?? [])];
  // Who stopped its own work and ended its turn then did not mean to be done.
  if (facts.some(isTurnEnd) && (await hasUntaken(deps, scene.session.id))) return 'again';
  // Drawn before the cursor moves: after a crash the same text goes to the same position.
  const drawn = await drawRecord(deps, scene, { attempt, facts });
  const cursors = {
    eventsCursor: read.next,
    stderrCursor: complaints.next,
    transcript: transcript?.cursor ?? attempt.transcript,
  };
  await saveFacts(deps, scene, { attempt, facts, cursors, drawn, protocolState });
  return 'again';
}

type Complaints = Readonly<{ facts: readonly AgentFact[]; next: number }>;

async function readComplaints(
  { attempts }: RoundDeps,
  { ref, agent }: SessionScene,
  { stderrCursor }: Attempt,
): Promise<Complaints> {
  const parse = agent.parseErrorLine;
  if (parse === undefined) return { facts: [], next: stderrCursor };
  const { lines, next } = await attempts.readErrorLines(ref, stderrCursor);
  return { facts: lines.flatMap((line) => parse(line)), next };
}

const isTurnEnd = ({ kind }: AgentFact): boolean => kind === 'turn-ended';

type Understood = Readonly<{ told: readonly AgentFact[] } & Pick<Attempt, 'protocolState'>>;

/** What the lines mean: each by itself, or together with all that the agent has said before. */
async function understand(
  { store }: RoundDeps,
  { agent, attempt, session }: SessionScene & Readonly<{ attempt: Attempt }>,
  lines: readonly string[],
): Promise<Understood> {
  const { protocolState } = attempt;
  const spec = agent.protocol ? await store.findSpec(session.id) : undefined;
  if (!agent.protocol || !spec)
    return { told: lines.flatMap((line) => agent.parseLine(line)), protocolState };
  const { heard, facts } = agent.protocol.read(protocolState, lines, { spec, resume: attempt.resumed });
  return { told: facts, protocolState: heard };
}

async function withOwnShare(
  { store }: RoundDeps,
  attempt: Attempt,
  facts: readonly AgentFact[],
): Promise<readonly AgentFact[]> {
  if (!attempt.resumed || !facts.some(countsConversation)) return facts;
  return ownShare(facts, attempt, await store.listAttempts(attempt.sessionId));
}

const tooLong = (count: number): AgentFact[] =>
  Array.from({ length: count }, () => ({ kind: 'broken', problem: 'a line was too long to read' }));

const AT_WORK: ReadonlySet<SessionState> = new Set(['starting', 'working']);

type NewFacts = Readonly<{
  attempt: Attempt;
  facts: readonly AgentFact[];
  cursors: Pick<Attempt, 'eventsCursor' | 'stderrCursor' | 'transcript'>;
  drawn: DrawnBytes;
  protocolState: string | null;
}>;

async function saveFacts(
  deps: RoundDeps,
  scene: SessionScene,
  { attempt, facts, cursors, drawn, protocolState }: NewFacts,
): Promise<void> {
  const draft = draftFor(scene, deps);
  const folded = foldFacts(attempt, facts, draft.at);
  const questions = await deps.store.listQuestions({ sessionId: scene.session.id });
  const unsettled = questions.filter(isUnsettled);
  const context = {
    config: deps.config,
    attempt: attempt.number,
    pid: scene.observation.is === 'alive' ? scene.observation.pid : null,
    awaited: folded.awaited,
    record: folded,
    isOnScreen: isOnScreen(scene.session, scene.agent),
    echoes: scene.agent.can.manyTurns && !scene.agent.protocol,
    resetAt: latestReset(facts),
    hasTranscript: scene.agent.transcript !== undefined,
    isPromptOf: (turn: Turn, text: string) => scene.agent.screen?.isPromptOf(turn.id, text) ?? false,
    openQuestions: unsettled.filter(({ state }) => state === 'open'),
    unsettled,
    hash: deps.ids.hash,
    uuid: deps.ids.uuid,
    isAllowanceSpent: isAllowanceSpent(folded),
    login: loginOf(scene.agent),
    contractErrors: await contractErrorsOf(deps, scene, { facts, lastResult: folded.lastResult }),
  };
  let { promptId } = attempt;
  for (const fact of facts) {
    applyFact(draft, fact, { ...context, promptId });
    promptId = promptAfter(promptId, fact);
  }
  if (goesOn(folded, facts) && (isOutOfAllowance(attempt, folded) || (await isUsedUp(deps, scene))))
    draftOutOfAllowance(deps, draft, folded);
  const isEnded = facts.some(isTurnEnd);
  // One that was interrupted tells with the end of its turn all that it took: its process leaves.
  const { state, isInterrupted } = draft.session;
  const isBusy = ['working', 'waiting'].includes(state) && !isInterrupted;
  const isAtRest = !isBusy || openTurns(draft.turns, attempt.number).length === 0;
  // A prompt that is known too late to have been read within a turn ends without an event of its own, and so
  // does the opening of a screen for a person.
  const isSettled = isEnded || (AT_WORK.has(scene.session.state) && draft.session.state === 'idle');
  const settlement = chargeTurn(attempt, folded, isSettled && isAtRest);
  // Every line of the record is a sign of life, also one that means nothing to us; but not one that only
  // tells of waiting.
  const isSilentLife = facts.length === 0 && cursors.eventsCursor !== attempt.eventsCursor;
  const to = {
    ...settlement.attempt,
    lastEventAt: isSilentLife ? draft.at : folded.lastEventAt,
    // One that stopped for want of money stops again at whatever it is given.
    ...(facts.some(isOutOfMoney) ? { capMicroUsd: 0 } : {}),
    ...cursors,
    protocolState,
    ...drawn,
  };
  const charges = chargeWrites(scene.session, attempt, { ...settlement, at: draft.at });
  await deps.store.commit([...draft.writes, { kind: 'save-attempt', from: attempt, to }, ...charges]);
  if (isEnded) await warnAfterTurn(deps, scene);
}

// Words may be its last ones, and those are the result however much they took; after a tool the model is
// asked again.
const goesOn = (after: Attempt, facts: readonly AgentFact[]): boolean =>
  after.openTools > 0 ||
  facts.some((fact) => fact.kind === 'tool-started' || (fact.kind === 'spent' && !fact.isLast));

// A screen tells its money beside the record, and takes no limit with it. The accounts know.
async function isUsedUp(deps: RoundDeps, { session, agent }: SessionScene): Promise<boolean> {
  const spec = isOnScreen(session, agent) ? await deps.store.findSpec(session.id) : undefined;
  if (!spec) return false;
  const budgets = await listBudgets(deps, { session, spec, at: deps.clock.now() });
  return decideAllowance(budgets, meteredUnitsOf(agent, session.mode)).is === 'used-up';
}

// Its process is ended in the middle; the next one begins when the budgets allow it, and a person is asked.
function draftOutOfAllowance(deps: RoundDeps, draft: Draft, after: Attempt): void {
  const { state, takenOver } = draft.session;
  if (state !== 'working' || takenOver || openTurns(draft.turns, after.number).length === 0) return;
  const text = 'the turn has taken all that its budget allows';
  draftRetry(draft, { cause: 'allowance-spent', text, attempt: after }, deps.config);
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
    (fact.kind === 'limited' || fact.kind === 'turn-ended') && fact.resetAt ? [fact.resetAt] : [],
  );
  return known.length === 0 ? null : Math.max(...known);
}
