import { draftStep, draftTouch, draftTurn, draftTurnStep } from '../../app/draft.ts';
import { draftInterrupt } from '../../app/session/draft-interrupt.ts';
import { firstLifetimeMs } from '../../domain/question/kind/time.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import { CONTINUE_TEXT, nudgeText } from '../../domain/session/prompt-text.ts';
import { decideTimers, type TimerMove } from '../../domain/session/timers.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { hasDialog, interruptIfAtRest } from '../screen/look-at-screen.ts';
import { endedWrites, ensureGoneAndHeard } from './attempt-over.ts';
import { endProcess } from './end-process.ts';
import { draftRetryOrFail, draftReturnTurns, draftStopWork } from './park-session.ts';
import { draftFor, isOnScreen, openTurns, queuedTurns, type SessionScene } from './session-scene.ts';

// Its work is done, as far as it has any.
const GO_ON = { kind: 'continue', body: CONTINUE_TEXT } as const;
const TAKEOVER = { kind: 'takeover', body: '' } as const;
const LEAVING = { ending: 'completed', isMidTurn: false, isOnScreen: false } as const;

/** Obeys the timers: lifetime, turn limit, silence, rest after a limit, idle processes. */
export async function runTimers(deps: RoundDeps, scene: SessionScene): Promise<Look> {
  const { session, attempt, agent, sight } = scene;
  const move = decideTimers({
    session,
    attempt,
    openTurns: openTurns(scene.turns, session.attempt),
    isAlive: sight.is === 'alive',
    tellsEvents: agent.can.tellsEvents,
    manyTurns: agent.can.manyTurns,
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

async function obey(deps: RoundDeps, scene: SessionScene, move: TimerMove): Promise<Look> {
  switch (move.is) {
    case 'look':
      return (await interruptIfAtRest(deps, scene)) ?? obey(deps, scene, move.otherwise);
    case 'rest':
      return { restUntil: move.nextAt };
    case 'let-go':
      return endProcess(deps, scene.ref, { ...LEAVING, sinceMs: move.sinceMs });
    case 'kill':
      return killForTime(deps, scene, move.text);
    case 'ask-for-time':
      return askForTime(deps, scene, move.text);
    case 'due':
      return goOn(deps, scene);
    case 'nudge':
      return nudge(deps, scene, move.text);
    case 'give-up-attempt':
      return giveUp(deps, scene, move.text);
  }
}

async function killForTime(deps: RoundDeps, scene: SessionScene, text: string): Promise<Look> {
  const draft = draftFor(scene, deps);
  draftStopWork(draft, { ending: 'killed', reason: 'timeout', text });
  await deps.store.commit(draft.writes);
  return 'again';
}

// A loop that began it asks before it gives up.
async function askForTime(deps: RoundDeps, scene: SessionScene, text: string): Promise<Look> {
  const before = await deps.store.listQuestions({ sessionId: scene.session.id });
  const lifetimeMs = firstLifetimeMs(before) ?? scene.session.lifetimeMs;
  const draft = draftFor(scene, deps);
  draftInterrupt(draft, wordQuestion('time', { text, lifetimeMs }), deps.ids.hash);
  await deps.store.commit(draft.writes);
  return 'again';
}

async function goOn(deps: RoundDeps, scene: SessionScene): Promise<Look> {
  if (!(await ensureGoneAndHeard(deps, scene))) return 'again';
  const draft = draftFor(scene, deps);
  draftReturnTurns(draft, { canResume: scene.agent.can.resume });
  draftStep(draft, 'due', { note: 'the wait is over' });
  if (queuedTurns(draft.turns).length === 0) {
    const next = draft.session.takenOver ? TAKEOVER : GO_ON;
    draftTurn(draft, { id: deps.ids.uuid(), ...next });
  }
  await deps.store.commit([...draft.writes, ...endedWrites(scene, draft.at)]);
  return 'again';
}

// The input holds turns in the order of their numbers, so what is queued is handed over before the nudge.
async function nudge(deps: RoundDeps, scene: SessionScene, text: string): Promise<Look> {
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

async function giveUp(deps: RoundDeps, scene: SessionScene, text: string): Promise<Look> {
  const draft = draftFor(scene, deps);
  draftRetryOrFail(draft, { cause: 'attempt-timeout', reason: 'timeout', text }, deps.config);
  await deps.store.commit(draft.writes);
  return 'again';
}
