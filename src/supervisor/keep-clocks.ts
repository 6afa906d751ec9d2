import { draftStep, draftTurn, draftTurnStep } from '../app/draft.ts';
import { decideClocks } from '../domain/session/clocks.ts';
import { CONTINUE_TEXT, nudgeText } from '../domain/session/prompt-text.ts';
import type { Look, RoundDeps } from './deps.ts';
import { draftPark, draftStopWork } from './leave-work.ts';
import { draftFor, openTurns, queuedTurns, type Scene } from './scene.ts';

/** Does what the time of day asks for: lifetime, turn limit, silence, rest after a limit, idle processes. */
export async function keepClocks(deps: RoundDeps, scene: Scene): Promise<Look> {
  const { session, attempt, agent, sight } = scene;
  const move = decideClocks({
    session,
    attempt,
    openTurns: openTurns(scene.turns, session.attempt),
    isAlive: sight.is === 'alive',
    tellsEvents: agent.can.tellsEvents,
    limits: deps.config.timeouts,
    now: deps.clock.now(),
  });
  switch (move.is) {
    case 'rest':
      return { restUntil: move.nextAt };
    case 'let-go':
      await deps.attempts.ensureInputEnded(scene.ref);
      return { restUntil: null };
    case 'kill':
      return stopForTime(deps, scene, move.text);
    case 'due':
      return goOn(deps, scene);
    case 'nudge':
      return nudge(deps, scene, move.text);
    case 'give-up-attempt':
      return giveUp(deps, scene, move.text);
  }
}

async function stopForTime(deps: RoundDeps, scene: Scene, text: string): Promise<Look> {
  const draft = draftFor(scene, deps);
  draftStopWork(draft, { ending: 'killed', reason: 'timeout', text });
  await deps.store.commit(draft.writes);
  return 'again';
}

async function goOn(deps: RoundDeps, scene: Scene): Promise<Look> {
  const draft = draftFor(scene, deps);
  draftStep(draft, 'due', { note: 'the wait is over' });
  if (queuedTurns(draft.turns).length === 0) {
    draftTurn(draft, { id: deps.ids.uuid(), kind: 'continue', body: CONTINUE_TEXT });
  }
  await deps.store.commit(draft.writes);
  return 'again';
}

// What is queued already serves as the nudge; the agent reads it when it looks up.
async function nudge(deps: RoundDeps, scene: Scene, text: string): Promise<Look> {
  const draft = draftFor(scene, deps);
  const attempt = scene.session.attempt;
  const turn = draftTurn(draft, { id: deps.ids.uuid(), kind: 'nudge', body: nudgeText(text) });
  if (scene.agent.can.manyTurns) draftTurnStep(draft, turn, { event: 'hand', note: text, attempt });
  await deps.store.commit([...draft.writes, { kind: 'touch-session', session: draft.session }]);
  return 'again';
}

async function giveUp(deps: RoundDeps, scene: Scene, text: string): Promise<Look> {
  const draft = draftFor(scene, deps);
  if (draft.session.retriesLeft > 0) {
    draftPark(draft, { costsRetry: true, resetAt: null, text, config: deps.config });
  } else {
    draftStopWork(draft, { ending: 'failed', reason: 'timeout', text });
  }
  await deps.store.commit(draft.writes);
  return 'again';
}
