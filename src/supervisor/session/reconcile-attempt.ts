import { type Draft, draftStep, draftTouch, draftTurnStep } from '../../app/draft.ts';
import { draftWithdrawn } from '../../app/question/draft-question.ts';
import { listContractErrors } from '../../app/session/check-contract.ts';
import { draftDroppedTurns } from '../../app/session/drop-turns.ts';
import { wasRefused } from '../../domain/attempt/go-on.ts';
import { closesWith, processFate } from '../../domain/question/kinds.ts';
import { type AttemptEnd, decideLoss, ownExitCode, QUICK_MS } from '../../domain/session/attempt-end.ts';
import { decideAttemptMove } from '../../domain/session/attempt-move.ts';
import type { Session } from '../../domain/session/session.ts';
import type { AttemptObservation } from '../../runtime/attempt/attempts.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { isOfProcess } from '../question/apply-request.ts';
import { draftUnheard } from '../question/carry-answers.ts';
import { draftLeft, draftLeftToRest } from '../screen/leave-screen.ts';
import { applyFact, heardNote } from './apply-fact.ts';
import { draftLogin } from './ask-for-login.ts';
import { ensureInput } from './attempt-input.ts';
import { endedWrites, ensureGoneAndHeard } from './attempt-over.ts';
import { decidePush, endProcess, type Leaving } from './end-process.ts';
import { draftLostWait } from './go-on.ts';
import { outOfMemory } from './memory-end.ts';
import { ensureAttemptOpen } from './open-attempt.ts';
import { draftRetryOrFail, draftStopWork } from './park-session.ts';
import { draftFor, isOnScreen, loginOf, openTurns, type SessionScene, saysNoLogin } from './session-scene.ts';

/** Makes the process match the row: opens it, closes it, or notes that it is over. */
export async function reconcileAttempt(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  switch (decideAttemptMove(scene.session, scene.observation.is)) {
    case 'open':
      return ensureAttemptOpen(deps, scene);
    case 'close':
      return closeAttempt(deps, scene);
    case 'note-lost':
      return noteLost(deps, scene);
    case 'note-gone':
      return noteGone(deps, scene);
    case 'rest':
      return noteHeardOrEnded(deps, scene);
  }
}

export const closeAttempt = (deps: RoundDeps, scene: SessionScene): Promise<NextRound> =>
  endProcess(deps, scene.ref, closingOf(deps, scene));

/** All that could be asked of it nicely was asked: it is killed. */
export const isOverdue = (deps: RoundDeps, scene: SessionScene): boolean =>
  decideAttemptMove(scene.session, scene.observation.is) === 'close' &&
  decidePush(deps, closingOf(deps, scene)) === 'send-kill';

function closingOf(deps: RoundDeps, scene: SessionScene): Leaving {
  const { session, turns, agent } = scene;
  const cancel = cancelOf(deps, scene);
  return {
    ending: session.ending,
    isMidTurn: openTurns(turns, session.attempt).length > 0,
    isOnScreen: isOnScreen(session, agent),
    sinceMs: deps.clock.now() - session.stateSince,
    ...(cancel ? { cancel } : {}),
  };
}

/** How to break its turn off in good order, so that it tells what the turn took; null where none can be. */
function cancelOf(deps: RoundDeps, scene: SessionScene): (() => Promise<unknown>) | null {
  const { session, turns, agent, attempt, ref } = scene;
  const { protocol } = agent;
  const open = openTurns(turns, session.attempt);
  if (protocol) {
    const isAtWork = open.some(({ id }) => !protocol.hasEnded(attempt?.protocolState ?? null, id));
    return isAtWork ? () => ensureInput(deps, scene) : null;
  }
  const isAsked = agent.leavesOnInterrupt && open.length > 0 && !isOnScreen(session, agent);
  return isAsked ? () => deps.attempts.sendInterrupt(ref) : null;
}

type OverAttempt = Extract<AttemptObservation, { is: 'over' }>;
const VANISHED: OverAttempt = { is: 'over', exitCode: null, closedByPerson: false, worldDied: false };
const asOver = (observation: AttemptObservation): OverAttempt =>
  observation.is === 'over' ? observation : VANISHED;

const isRefusedResume = ({ attempt, observation }: SessionScene): boolean =>
  attempt !== null && wasRefused(attempt, asOver(observation).exitCode);

// What tells no events may have printed much and done nothing.
const hasWorked = ({ agent, attempt }: SessionScene): boolean =>
  agent.can.tellsEvents && attempt !== null && attempt.messages + attempt.tools > 0;

/** Some programs complain where they should only answer. */
async function complaintOf({ attempts }: RoundDeps, { agent, attempt, ref }: SessionScene): Promise<string> {
  const errors = await attempts.readErrors(ref);
  return errors.trim() !== '' || agent.can.tellsEvents ? errors : (attempt?.lastResult ?? '');
}

async function countQuick({ store, clock }: RoundDeps, sessionId: string): Promise<number> {
  const attempts = await store.listAttempts(sessionId);
  return attempts.filter(({ openedAt }) => openedAt > clock.now() - QUICK_MS).length;
}

async function noteLost(deps: RoundDeps, scene: SessionScene): Promise<NextRound> {
  if (!(await ensureGoneAndHeard(deps, scene))) return 'again';
  const end: AttemptEnd = {
    ...asOver(scene.observation),
    quickAttempts: await countQuick(deps, scene.session.id),
    speaksByExit: !scene.agent.can.tellsEvents,
    isOnScreen: isOnScreen(scene.session, scene.agent),
    servesOneTurn: !scene.agent.can.manyTurns,
    isRefusedResume: isRefusedResume(scene),
    isLoginMissing: saysNoLogin(scene.agent, asOver(scene.observation).exitCode),
    hasWorked: hasWorked(scene),
    outOfMemory: await outOfMemory(deps, scene),
    hadNoRoom: deps.room.wasFullSince(scene.attempt?.lastEventAt ?? scene.session.stateSince),
    errors: await complaintOf(deps, scene),
  };
  const lastWords = scene.attempt?.lastResult ?? '';
  const contractErrors = end.speaksByExit ? await listContractErrors(deps, scene.session, lastWords) : [];
  const draft = draftFor(scene, deps);
  draftLoss(deps, draft, { scene, end, contractErrors });
  if (isToBeTold(draft, end)) await draftUnheard(deps, draft);
  // What an ending waits for has come already.
  if (draft.session.state === 'stopping') await draftSessionGone(deps, draft, end.exitCode);
  await deps.store.commit([...draft.writes, ...(await endedWrites(deps, scene, draft.at))]);
  return 'again';
}

// An exit that ends the turn is the agent's last word; a session that is parked, or was left, goes on later.
const isToBeTold = ({ session: { state } }: Draft, { speaksByExit }: AttemptEnd): boolean =>
  state === 'parked' || (state === 'idle' && !speaksByExit);

type LostAttempt = Readonly<{ scene: SessionScene; end: AttemptEnd; contractErrors: readonly string[] }>;

function draftLoss(deps: RoundDeps, draft: Draft, { scene, end, contractErrors }: LostAttempt): void {
  const loss = decideLoss(draft.session, end);
  if (end.speaksByExit && end.exitCode !== null) draftSeen(draft);
  switch (loss.next) {
    case 'turn-ended':
      return draftExitAsTurnEnd(deps, draft, { ...scene, contractErrors });
    case 'rest':
      return draftLeftToRest(draft);
    case 'kill':
      return draftStopWork(draft, { ending: 'killed', reason: 'asked', text: loss.text });
    case 'log-in':
      return draftLogin(draft, { login: loginOf(scene.agent), words: loss.text, hash: deps.ids.hash });
    case 'give-up':
      return draftStopWork(draft, { ending: 'failed', ...loss });
    case 'fail':
      return draftRetryOrFail(draft, { ...loss, cause: 'bad-exit', attempt: scene.attempt }, deps.config);
    case 'retry':
      return draftRetryOrFail(draft, { ...loss, attempt: scene.attempt }, deps.config);
  }
}

type Delivered = SessionScene & Pick<LostAttempt, 'contractErrors'>;

function draftExitAsTurnEnd(
  deps: RoundDeps,
  draft: Draft,
  { session, attempt, agent, contractErrors }: Delivered,
): void {
  const said = {
    text: attempt?.lastResult ?? '',
    problem: null,
    inputTokens: 0,
    outputTokens: 0,
    processCostUsd: null,
  };
  const context = {
    config: deps.config,
    attempt: session.attempt,
    awaited: [],
    record: attempt,
    isOnScreen: false,
    echoes: false,
    resetAt: null,
    openQuestions: [],
    hasTranscript: false,
    promptId: null,
    unsettled: [],
    isPromptOf: () => false,
    hash: deps.ids.hash,
    uuid: deps.ids.uuid,
    isAllowanceSpent: false,
    login: loginOf(agent),
    contractErrors,
  };
  applyFact(draft, { kind: 'turn-ended', ok: true, ...said }, context);
}

async function noteGone(deps: RoundDeps, scene: SessionScene): Promise<NextRound> {
  if (!(await ensureGoneAndHeard(deps, scene))) return 'again';
  const draft = draftFor(scene, deps);
  await draftSessionGone(deps, draft, asOver(scene.observation).exitCode);
  await deps.store.commit([...draft.writes, ...(await endedWrites(deps, scene, draft.at))]);
  return 'again';
}

async function draftSessionGone({ store }: RoundDeps, draft: Draft, exitCode: number | null): Promise<void> {
  draftDroppedTurns(draft);
  const questions = await store.listQuestions({ sessionId: draft.session.id });
  draftWithdrawn(draft, questions, 'the session ended first');
  const patch = { exitCode: ownExitCode(draft.session, exitCode) };
  draftStep(draft, 'gone', { note: exitNote(draft.session, exitCode, patch.exitCode), patch });
}

function exitNote({ ending }: Session, exitCode: number | null, own: number | null): string {
  if (exitCode === null) return 'no exit code';
  if (own !== null) return `exit code ${exitCode}`;
  return `ended ${ending === 'completed' ? 'after its result' : 'by Swarm'} (exit code ${exitCode})`;
}

// One that serves a single turn was given it with its start, so to be seen alive is to be at work: its first
// event may be the model's first word. Without events, its turn is then read too. One that left between turns
// is only noted.
async function noteHeardOrEnded(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const { session, attempt, agent, observation } = scene;
  if (observation.is === 'alive' && !agent.can.manyTurns) {
    const draft = draftFor(scene, deps);
    if (session.state === 'starting')
      draftStep(draft, 'heard', { note: heardNote({ attempt: session.attempt, pid: observation.pid }) });
    if (!agent.can.tellsEvents) draftSeen(draft);
    if (draft.writes.length > 0) {
      await deps.store.commit(draft.writes);
      return 'again';
    }
  }
  if (observation.is === 'over' && attempt !== null && attempt.endedAt === null) {
    const isHeard = await ensureGoneAndHeard(deps, scene);
    if (isHeard) await noteEnded(deps, scene);
    return 'again';
  }
  return null;
}

// What the agent CLI itself had asked dies with its process; the next one asks again.
async function noteEnded(deps: RoundDeps, scene: SessionScene): Promise<void> {
  const questions = await deps.store.listQuestions({ sessionId: scene.session.id });
  const orphans = questions.filter(
    (one) => one.state === 'open' && (isOfProcess(one, scene.session) || closesWith(one, 'awaited-work')),
  );
  const draft = draftFor(scene, deps);
  const { awaited = [] } = scene.attempt ?? {};
  const { uuid } = deps.ids;
  if (!isOnScreen(scene.session, scene.agent))
    draftLostWait(draft, { awaited, retries: deps.config.retries, uuid });
  else {
    const lastWords = scene.attempt?.lastResult ?? '';
    const hasResult = (await listContractErrors(deps, scene.session, lastWords)).length === 0;
    const isSentAway = questions.some((one) => one.state === 'answered' && processFate(one) === 'replaced');
    draftLeft(draft, { ...asOver(scene.observation), hasResult, isSentAway });
  }
  const hasNews = draft.session.state !== 'stopping' && (await draftUnheard(deps, draft));
  if (['idle', 'waiting'].includes(draft.session.state)) draftReturnUnread(draft);
  if (orphans.length > 0 || hasNews || draft.turns !== scene.turns) draftTouch(draft);
  draftWithdrawn(draft, orphans, 'its process is gone');
  await deps.store.commit([...draft.writes, ...(await endedWrites(deps, scene, draft.at))]);
}

function draftReturnUnread(draft: Draft): void {
  const unread = openTurns(draft.turns, draft.session.attempt).filter(({ state }) => state === 'handed');
  for (const turn of unread) draftTurnStep(draft, turn, { event: 'return', note: 'its process is gone' });
}

function draftSeen(draft: Draft): void {
  for (const turn of openTurns(draft.turns, draft.session.attempt)) {
    if (turn.state === 'handed') draftTurnStep(draft, turn, { event: 'see', note: 'its process runs' });
  }
}
