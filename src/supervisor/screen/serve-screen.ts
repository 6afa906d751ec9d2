import { join } from 'node:path';
import { draftStep, draftTouch, draftTurnStep } from '../../app/draft.ts';
import { isWithin, type Turn } from '../../domain/turn/turn.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { answerHandover, inputTurns } from '../session/attempt-input.ts';
import { draftFor, openTurns, type SessionScene } from '../session/session-scene.ts';
import { runTimers } from '../session/session-timers.ts';
import { transcriptOf } from './read-transcript.ts';

// A prompt that begins a turn of its own is told of much sooner.
const QUIET_MS = 2_000;
const RING_MS = 250;
const RING_FOR_MS = 60_000;

/** Puts to the screen what was handed over, and lets answers through to the hooks that wait for them. */
export async function serveScreen(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const ringMs = await handAnswers(deps, scene);
  const putMs = await putTurn(deps, scene);
  if (putMs === 'taken-in') return 'again';
  const waits = [ringMs, putMs].filter((ms) => ms !== null);
  if (waits.length === 0) return null;
  const next = await runTimers(deps, scene);
  if (next === 'again') return next;
  const lookAt = deps.clock.now() + Math.min(...waits);
  return { restUntil: Math.min(lookAt, next.restUntil ?? lookAt) };
}

/** Null when every answer was heard, else after how many milliseconds to ring again. */
async function handAnswers(
  { store, attempts, clock }: RoundDeps,
  scene: SessionScene,
): Promise<number | null> {
  const { session, agent, ref } = scene;
  const delivered = await store.listQuestions({ sessionId: session.id, state: 'delivered' });
  let isHeard = true;
  for (const question of delivered) {
    if (question.attempt !== session.attempt) continue;
    const handover = answerHandover(agent, question, session.mode);
    if (handover?.by === 'file') isHeard = (await attempts.handToHook(ref, handover)) && isHeard;
  }
  // A bell whose hook is gone stays silent for ever. The session went back to work with the answer, however
  // old that was by then.
  const isFresh = clock.now() - session.stateSince < RING_FOR_MS;
  return isHeard || !isFresh ? null : RING_MS;
}

/** The first turn that is not submitted yet. The one that the process was started with needs no keys. */
async function putTurn(deps: RoundDeps, scene: SessionScene): Promise<number | 'taken-in' | null> {
  const { agent, ref } = scene;
  const [, ...later] = inputTurns(scene);
  const turn = later.find(({ state }) => state === 'handed');
  if (!turn || !agent.screen || inputTurns(scene)[0]?.state === 'handed') return null;
  const name = `turn-${turn.number}.md`;
  const { attemptDir } = deps.pathsFor(scene.session, scene.workspace);
  const { words, isByFile } = agent.screen.prompt(turn, join(attemptDir, name));
  const move = await deps.attempts.putToScreen(ref, {
    turnId: turn.id,
    words,
    file: isByFile ? { name, text: turn.body } : null,
    read: agent.screen.read,
    isTyped: agent.screen.isTyped,
  });
  if (move.is !== 'wait') return 0;
  if (move.because !== 'submitted') return move.lookInMs;
  const submittedAt = deps.clock.now() - move.sinceMs;
  const isSilent = !move.isAtWork && isWithin({ attempt: turn.attempt, submittedAt }, scene.turns);
  if (!isSilent || (await hasTranscript(deps, scene))) return move.lookInMs;
  return noteReadWithinTurn(deps, scene, turn);
}

async function hasTranscript(deps: RoundDeps, scene: SessionScene): Promise<boolean> {
  const paths = await transcriptOf(deps, scene);
  return paths !== null && (await deps.attempts.hasTranscript(paths.file));
}

/**
 * Only the transcript tells of a prompt that was read in the middle of a turn. Where there is none, it was
 * read there when the turn has ended, the screen is at rest and shows nothing of it, and no new turn begins.
 */
async function noteReadWithinTurn(
  deps: RoundDeps,
  scene: SessionScene,
  turn: Turn,
): Promise<number | 'taken-in'> {
  const quietMs = deps.clock.now() - (scene.attempt?.lastEventAt ?? 0);
  if (quietMs < QUIET_MS) return QUIET_MS - quietMs;
  const draft = draftFor(scene, deps);
  draftTurnStep(draft, turn, { event: 'see', note: 'read within the turn before' });
  for (const seen of draft.turns.filter(({ id }) => id === turn.id)) {
    draftTurnStep(draft, seen, { event: 'finish', note: 'ended with the turn before' });
  }
  if (openTurns(draft.turns, draft.session.attempt).length === 0)
    draftStep(draft, 'turn-ended', { note: `turn ${turn.number}` });
  else draftTouch(draft);
  await deps.store.commit(draft.writes);
  return 'taken-in';
}
