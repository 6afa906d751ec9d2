import { draftStep, draftTouch, draftTurn, draftTurnStep } from '../../app/draft.ts';
import { draftSessionAsk } from '../../app/question/draft-question.ts';
import { draftInterrupt } from '../../app/session/draft-interrupt.ts';
import { awaitedText } from '../../domain/attempt/awaited.ts';
import { isOfLoop } from '../../domain/loop/names.ts';
import { firstLifetimeMs } from '../../domain/question/kind/time.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import { resetInWords } from '../../domain/retry/reset-time.ts';
import { nudgeText } from '../../domain/session/prompt-text.ts';
import { decideTimers, type TimerMove } from '../../domain/session/timers.ts';
import { queuedTurns } from '../../domain/turn/turn.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { hasDialog, interruptIfAtRest } from '../screen/look-at-screen.ts';
import { endedWrites, ensureGoneAndHeard } from './attempt-over.ts';
import { endProcess } from './end-process.ts';
import { draftContinue, draftReturnTurns } from './go-on.ts';
import { draftRetry, draftStopWork } from './park-session.ts';
import { draftFor, isOnScreen, openTurns, type SessionScene } from './session-scene.ts';

const TAKEOVER = { kind: 'takeover', body: '' } as const;
// Its work is done, as far as it has any.
const LEAVING = { ending: 'completed', isMidTurn: false, isOnScreen: false } as const;

/** Obeys the timers: lifetime, turn limit, silence, rest after a limit, idle processes. */
export async function runTimers(deps: RoundDeps, scene: SessionScene): Promise<NextRound> {
  const { session, attempt, agent, observation } = scene;
  const move = decideTimers({
    session,
    attempt,
    openTurns: openTurns(scene.turns, session.attempt),
    isAlive: observation.is === 'alive',
    tellsEvents: agent.can.tellsEvents,
    manyTurns: agent.can.manyTurns,
    steers: agent.can.steers,
    hasQueued: queuedTurns(scene.turns).length > 0,
    isOnScreen: isOnScreen(session, agent),
    hasDialog: await hasDialog(deps, scene),
    readyAt: scene.workspace?.changedAt ?? 0,
    suspension: scene.suspension,
    limits: deps.config.timeouts,
    now: deps.clock.now(),
  });
  return obey(deps, scene, move);
}

// An agent that cannot write is not to blame for its silence.
const PATIENT: ReadonlySet<TimerMove['is']> = new Set(['give-up-attempt', 'nudge']);

async function obey(deps: RoundDeps, scene: SessionScene, move: TimerMove): Promise<NextRound> {
  if (PATIENT.has(move.is) && deps.room.isFull()) return { restUntil: null };
  switch (move.is) {
    case 'look':
      return (await interruptIfAtRest(deps, scene)) ?? obey(deps, scene, move.otherwise);
    case 'rest':
      return { restUntil: move.nextAt };
    case 'let-go':
      return endProcess(deps, scene.ref, { ...LEAVING, sinceMs: move.sinceMs });
    case 'kill':
      return killForTime(deps, scene, move.text);
    case 'ask-about-wait':
      return askAboutWait(deps, scene, move.waited);
    case 'ask-for-time':
      return askForTime(deps, scene, move.text);
    case 'due':
      return goOn(deps, scene);
    case 'park':
      return parkStalled(deps, scene, move);
    case 'nudge':
      return nudge(deps, scene, move.text);
    case 'give-up-attempt':
      return giveUp(deps, scene, move.text);
  }
}

async function killForTime(deps: RoundDeps, scene: SessionScene, text: string): Promise<NextRound> {
  const draft = draftFor(scene, deps);
  draftStopWork(draft, { ending: 'killed', reason: 'timeout', text });
  await deps.store.commit(draft.writes);
  return 'again';
}

// A loop that began it asks before it gives up.
async function askForTime(deps: RoundDeps, scene: SessionScene, text: string): Promise<NextRound> {
  const before = await deps.store.listQuestions({ sessionId: scene.session.id });
  const lifetimeMs = firstLifetimeMs(before) ?? scene.session.lifetimeMs;
  const draft = draftFor(scene, deps);
  draftInterrupt(draft, wordQuestion('time', { text, lifetimeMs }), deps.ids.hash);
  await deps.store.commit(draft.writes);
  return 'again';
}

async function askAboutWait(deps: RoundDeps, scene: SessionScene, waited: string): Promise<NextRound> {
  const what = awaitedText(scene.attempt?.awaited ?? []);
  const draft = draftFor(scene, deps);
  draftStep(draft, 'asked', { note: `waited for ${waited} for ${what}` });
  draftSessionAsk(draft, wordQuestion('background', { what, waited }), deps.ids.hash);
  await deps.store.commit(draft.writes);
  return 'again';
}

async function goOn(deps: RoundDeps, scene: SessionScene): Promise<NextRound> {
  if (!(await ensureGoneAndHeard(deps, scene))) return 'again';
  const draft = draftFor(scene, deps);
  const brokenOff = draftReturnTurns(draft, { canResume: scene.agent.can.resume });
  draftStep(draft, 'due', { note: 'the wait is over' });
  const { uuid } = deps.ids;
  // A person who took it over goes on with it by hand, unless its screen opens with work anyway.
  if (draft.session.takenOver && queuedTurns(draft.turns).length === 0)
    draftTurn(draft, { id: uuid(), ...TAKEOVER });
  else draftContinue(draft, { brokenOff, attempt: scene.attempt, uuid });
  await deps.store.commit([...draft.writes, ...(await endedWrites(deps, scene, draft.at))]);
  return 'again';
}

// The input holds turns in the order of their numbers, so what is queued is handed over before the nudge.
async function nudge(deps: RoundDeps, scene: SessionScene, text: string): Promise<NextRound> {
  const draft = draftFor(scene, deps);
  const attempt = scene.session.attempt;
  draftTurn(draft, { id: deps.ids.uuid(), kind: 'nudge', body: nudgeText(text) });
  for (const turn of queuedTurns(draft.turns)) {
    draftTurnStep(draft, turn, { event: 'hand', note: text, attempt });
  }
  draftTouch(draft);
  await deps.store.commit(draft.writes);
  return 'again';
}

async function parkStalled(
  deps: RoundDeps,
  scene: SessionScene,
  { cause, text }: Extract<TimerMove, { is: 'park' }>,
): Promise<NextRound> {
  const draft = draftFor(scene, deps);
  const resetAt = cause === 'rate-limit' ? resetInWords(text, draft.at) : null;
  draftRetry(draft, { cause, text, attempt: scene.attempt, resetAt }, deps.config);
  await deps.store.commit(draft.writes);
  return 'again';
}

async function giveUp(deps: RoundDeps, scene: SessionScene, text: string): Promise<NextRound> {
  const draft = draftFor(scene, deps);
  const retrying = { cause: 'attempt-timeout', text, attempt: scene.attempt } as const;
  if (!draftRetry(draft, retrying, deps.config)) {
    if (isOfLoop(scene.session)) return askForTime(deps, scene, text);
    draftStopWork(draft, { ending: 'failed', reason: 'timeout', text });
  }
  await deps.store.commit(draft.writes);
  return 'again';
}
