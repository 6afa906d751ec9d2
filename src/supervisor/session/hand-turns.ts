import { draftStep, draftTouch, draftTurnStep } from '../../app/draft.ts';
import { listContractErrors } from '../../app/session/check-contract.ts';
import { draftLaunch, reservationOf, retriesOf } from '../../app/session/launch.ts';
import { NOTHING_DRAWN } from '../../domain/attempt/attempt.ts';
import { endsByItself, holdsSlot } from '../../domain/session/session.ts';
import { decideSuspension } from '../../domain/session/suspension.ts';
import { isLetGo } from '../../domain/session/timers.ts';
import { queuedTurns, steeringTurns } from '../../domain/turn/turn.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { draftRidingMail } from '../mail/draft-riding-mail.ts';
import { preparePlanFolder } from '../plan/draw-plan-folder.ts';
import { serveAnswers, serveAside } from '../question/serve-answers.ts';
import { serveScreen } from '../screen/serve-screen.ts';
import { admitHandover, admitLaunch } from './admit-turn.ts';
import { ensureInput } from './attempt-input.ts';
import { awaitDependencies } from './await-dependencies.ts';
import { awaitRace } from './await-race.ts';
import { draftMisfit } from './correct-result.ts';
import { fillResults } from './fill-results.ts';
import { findConversation, recallForgotten } from './find-conversation.ts';
import { inheritConversation, waitsForOrigin } from './inherit-conversation.ts';
import { ensureWorkspace } from './open-attempt.ts';
import { draftStopWork } from './park-session.ts';
import { draftFor, isOnScreen, type SessionScene } from './session-scene.ts';
import { afterSlot } from './slots.ts';

const ORIGIN_LOOK_MS = 500;

/** Hands over what is queued, lets answers through, and ends a session that has nothing left to do. */
export async function handTurns(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const { session } = scene;
  if (decideSuspension(session.state, scene.suspension) === 'begin-nothing')
    return scene.suspension?.isAside ? serveAside(deps, scene) : null;
  if (session.state === 'waiting') return serveAnswers(deps, scene);
  if (session.state === 'created' || session.state === 'idle') return serveQueue(deps, scene);
  if (scene.observation.is !== 'alive') return null;
  const steered = await steer(deps, scene);
  if (steered !== null) return steered;
  if (session.mode === 'interactive') return serveScreen(deps, scene);
  // A process at work without a turn may have asked from a task of its own: its answer is a line too.
  if (!holdsSlot(session.state) || !scene.agent.can.manyTurns) return null;
  const moreAt = await ensureInput(deps, scene);
  return moreAt === null ? null : { restUntil: moreAt };
}

// The agent CLI itself takes what arrives during a turn in where it is safe: between two tools, or at the
// end.
async function steer(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const { session, agent, turns } = scene;
  const steering = steeringTurns(turns);
  const isPrepared = scene.workspace?.state !== 'wanted';
  if (session.state !== 'working' || !agent.can.steers || steering.length === 0 || !isPrepared) return null;
  const draft = draftFor(scene, deps);
  for (const turn of steering) {
    const note = `to attempt ${session.attempt}, at work`;
    draftTurnStep(draft, turn, { event: 'hand', note, attempt: session.attempt });
  }
  draftTouch(draft);
  await deps.store.commit(draft.writes);
  return 'again';
}

async function serveQueue(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const { session, agent, observation, attempt } = scene;
  const [turn] = queuedTurns(scene.turns);
  if (!turn) return endIfDone(deps, scene);
  if (observation.is !== 'alive') return launch(deps, scene);
  const isLeaving = isLetGo({
    session,
    attempt,
    isOnScreen: isOnScreen(session, agent),
    limits: deps.config.timeouts,
    now: deps.clock.now(),
  });
  if (session.state !== 'idle' || isLeaving || !agent.can.manyTurns || attempt === null) return null;
  // A throw-away checkout is made anew before its agent is told what to look at.
  if (scene.workspace?.state === 'wanted') return ensureWorkspace(deps, scene.workspace);
  const admission = await admitHandover(deps, scene, attempt);
  if ('next' in admission) return admission.next;
  const prepared = await preparePlanFolder(deps, scene);
  if (prepared !== null) return prepared;

  const draft = draftFor(scene, deps);
  draft.writes.push({ kind: 'take-slot', limit: deps.config.limits.sessions });
  draftStep(draft, 'hand-turn', { note: `turn ${turn.number}`, patch: retriesOf(turn) });
  draftTurnStep(draft, turn, {
    event: 'hand',
    note: `to attempt ${session.attempt}`,
    attempt: session.attempt,
    body: await draftRidingMail(deps.store, draft, turn),
  });
  const { grant } = admission;
  draft.writes.push(...grant.writes);
  if (grant.day !== null)
    draft.writes.push({ kind: 'save-attempt', from: attempt, to: { ...attempt, ...reservationOf(grant) } });
  return afterSlot(await deps.store.commit(draft.writes));
}

async function launch(deps: RoundDeps, scene: SessionScene): Promise<NextRound> {
  const { session, attempt } = scene;
  const [turn] = queuedTurns(scene.turns);
  if (!turn) return { restUntil: null };
  if (await waitsForOrigin(deps, scene)) return { restUntil: deps.clock.now() + ORIGIN_LOOK_MS };
  const held = (await awaitDependencies(deps, scene)) ?? (await awaitRace(deps, session));
  if (held !== null) return held;
  const admission = await admitLaunch(deps, scene);
  if ('next' in admission) return admission.next;
  const isFirst = session.attempt === 0;
  const known = await (isFirst ? inheritConversation : findConversation)(deps, scene);
  if (known !== null && (await recallForgotten(deps, scene, known))) return 'again';
  // A fork begins a conversation that it is given a name for.
  const goesOn = known !== null && !(isFirst && session.forkedFrom !== null);
  const draft = draftFor(scene, deps);
  draftLaunch(draft, {
    turn,
    body: await fillResults(deps, scene, await draftRidingMail(deps.store, draft, turn)),
    hostId: deps.hostId,
    conversationId: goesOn ? known.id : ((isFirst ? session.conversationId : null) ?? deps.ids.uuid()),
    isResumed: known !== null,
    limit: deps.config.limits.sessions,
    drawn: attempt ?? {
      ...NOTHING_DRAWN,
      ...(goesOn ? { transcript: known.attempt?.transcript ?? {} } : {}),
    },
    grant: admission.grant,
  });
  return afterSlot(await deps.store.commit(draft.writes));
}

async function endIfDone(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const { session, attempt, observation } = scene;
  const isBusyBehind = observation.is === 'alive' && (attempt?.awaited.length ?? 0) > 0;
  if (session.state !== 'idle' || !endsByItself(session) || isBusyBehind) return null;
  const draft = draftFor(scene, deps);
  const errors = await listContractErrors(deps, session, attempt?.lastResult ?? '');
  if (errors.length > 0) draftMisfit(draft, errors, deps.ids.uuid);
  else draftStopWork(draft, { ending: 'completed', reason: null, text: 'the task is done' });
  await deps.store.commit(draft.writes);
  return 'again';
}
