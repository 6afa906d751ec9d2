import { draftStep, draftTouch, draftTurnStep } from '../../app/draft.ts';
import { listContractErrors } from '../../app/session/check-contract.ts';
import { draftLaunch, reservationOf } from '../../app/session/launch.ts';
import { type Attempt, NOTHING_DRAWN } from '../../domain/attempt/attempt.ts';
import { canGoOn, wasRefused } from '../../domain/attempt/go-on.ts';
import { endsByItself, holdsSlot } from '../../domain/session/session.ts';
import { decideSuspension } from '../../domain/session/suspension.ts';
import { isLetGo } from '../../domain/session/timers.ts';
import { steeringTurns } from '../../domain/turn/turn.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { serveAnswers } from '../question/serve-answers.ts';
import { serveScreen } from '../screen/serve-screen.ts';
import { admitHandover, admitLaunch } from './admit-turn.ts';
import { ensureInput } from './attempt-input.ts';
import { draftMisfit } from './correct-result.ts';
import { draftStopWork } from './park-session.ts';
import { draftFor, isOnScreen, queuedTurns, type SessionScene, saysNoLogin } from './session-scene.ts';
import { afterSlot } from './slots.ts';

/** Hands over what is queued, lets answers through, and ends a session that has nothing left to do. */
export async function handTurns(deps: RoundDeps, scene: SessionScene): Promise<Look | null> {
  const { session } = scene;
  if (decideSuspension(session.state, scene.suspension) === 'begin-nothing') return null;
  if (session.state === 'waiting') return serveAnswers(deps, scene);
  if (session.state === 'created' || session.state === 'idle') return serveQueue(deps, scene);
  if (scene.sight.is !== 'alive') return null;
  const steered = await steer(deps, scene);
  if (steered !== null) return steered;
  if (session.mode === 'interactive') return serveScreen(deps, scene);
  // A process at work without a turn may have asked from a task of its own: its answer is a line too.
  if (holdsSlot(session.state) && scene.agent.can.manyTurns) await ensureInput(deps, scene);
  return null;
}

// The agent CLI itself takes what arrives during a turn in where it is safe: between two tools, or at the
// end.
async function steer(deps: RoundDeps, scene: SessionScene): Promise<Look | null> {
  const { session, agent, turns } = scene;
  const steering = steeringTurns(turns);
  if (session.state !== 'working' || !agent.can.manyTurns || steering.length === 0) return null;
  const draft = draftFor(scene, deps);
  for (const turn of steering) {
    const note = `to attempt ${session.attempt}, at work`;
    draftTurnStep(draft, turn, { event: 'hand', note, attempt: session.attempt });
  }
  draftTouch(draft);
  await deps.store.commit(draft.writes);
  return 'again';
}

async function serveQueue(deps: RoundDeps, scene: SessionScene): Promise<Look | null> {
  const { session, agent, sight, attempt } = scene;
  const [turn] = queuedTurns(scene.turns);
  if (!turn) return endIfDone(deps, scene);
  if (sight.is !== 'alive') return launch(deps, scene);
  const isLeaving = isLetGo({
    session,
    isOnScreen: isOnScreen(session, agent),
    limits: deps.config.timeouts,
    now: deps.clock.now(),
  });
  if (session.state !== 'idle' || isLeaving || !agent.can.manyTurns || attempt === null) return null;
  const admission = await admitHandover(deps, scene, attempt);
  if ('look' in admission) return admission.look;

  const draft = draftFor(scene, deps);
  draft.writes.push({ kind: 'take-slot', limit: deps.config.limits.sessions });
  draftStep(draft, 'hand-turn', { note: `turn ${turn.number}` });
  draftTurnStep(draft, turn, {
    event: 'hand',
    note: `to attempt ${session.attempt}`,
    attempt: session.attempt,
  });
  const { grant } = admission;
  draft.writes.push(...grant.writes);
  if (grant.day !== null)
    draft.writes.push({ kind: 'save-attempt', from: attempt, to: { ...attempt, ...reservationOf(grant) } });
  return afterSlot(await deps.store.commit(draft.writes));
}

async function launch(deps: RoundDeps, scene: SessionScene): Promise<Look> {
  const { session, attempt } = scene;
  const [turn] = queuedTurns(scene.turns);
  if (!turn) return { restUntil: null };
  const admission = await admitLaunch(deps, scene);
  if ('look' in admission) return admission.look;
  const known = await findConversation(deps, scene);
  const first = session.attempt === 0 ? session.conversationId : null;
  const draft = draftFor(scene, deps);
  draftLaunch(draft, {
    turn,
    hostId: deps.hostId,
    conversationId: known ?? first ?? deps.ids.uuid(),
    isResumed: known !== null,
    limit: deps.config.limits.sessions,
    drawn: attempt ?? NOTHING_DRAWN,
    grant: admission.grant,
  });
  return afterSlot(await deps.store.commit(draft.writes));
}

/**
 * The conversation to go on with, where the CLI's own transcript is still there: the one that the last
 * process told of, because some CLIs give a resumed conversation a new id, or else the one that it was
 * started with. Where no transcript can be looked for, what the last process did must show it.
 */
async function findConversation(deps: RoundDeps, scene: SessionScene): Promise<string | null> {
  const { session, agent, workspace } = scene;
  const attempt = withoutLoginExit(scene);
  const spec = await deps.store.findSpec(session.id);
  if (session.attempt === 0 || !agent.can.resume || !spec) return null;
  // A transcript that holds nothing yet is there, and yet cannot be gone on with.
  if (attempt !== null && wasRefused(attempt, attempt.exitCode)) return null;
  const places = deps.placesFor(session, workspace);
  for (const conversationId of new Set([attempt?.conversationId ?? null, session.conversationId])) {
    if (conversationId === null) continue;
    const file = agent.transcriptFile({ conversationId, places, spec });
    const isThere =
      file === null ? attempt !== null && canGoOn(attempt) : await deps.attempts.hasTranscript(file);
    if (isThere) return conversationId;
  }
  return null;
}

// An exit for want of a login says nothing about the conversation.
const withoutLoginExit = ({ attempt, agent }: SessionScene): Attempt | null =>
  attempt !== null && saysNoLogin(agent, attempt.exitCode) ? { ...attempt, exitCode: null } : attempt;

async function endIfDone(deps: RoundDeps, scene: SessionScene): Promise<Look | null> {
  const { session, attempt, sight } = scene;
  const isBusyBehind = sight.is === 'alive' && (attempt?.backgroundTasks ?? 0) > 0;
  if (session.state !== 'idle' || !endsByItself(session) || isBusyBehind) return null;
  const draft = draftFor(scene, deps);
  const errors = await listContractErrors(deps, session, attempt?.lastResult ?? '');
  if (errors.length > 0) draftMisfit(draft, errors, deps.ids.uuid);
  else draftStopWork(draft, { ending: 'completed', reason: null, text: 'the task is done' });
  await deps.store.commit(draft.writes);
  return 'again';
}
