import { findSuspension } from '../../app/session/find-suspension.ts';
import { isLoopOver } from '../../domain/loop/loop.ts';
import { LOOP_METADATA } from '../../domain/loop/names.ts';
import type { Session } from '../../domain/session/session.ts';
import { decideSuspension, type Suspension } from '../../domain/session/suspension.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { draftRetry } from './park-session.ts';
import { draftFor, type SessionScene } from './session-scene.ts';

/**
 * Rows come first: the answer to an interrupt removes its file before the loop goes on, and the commit that
 * lets the loop go on queues that answer.
 */
export async function observeSuspension(deps: RoundDeps, session: Session): Promise<Suspension | null> {
  const suspension = await findSuspension(deps.store, session);
  if (suspension !== null && !suspension.isAside) return suspension;
  const text = await deps.interrupts.observe();
  if (text === null) return suspension;
  // A loop that was stopped asks no more questions: what it has at work comes to its end.
  const loop = await deps.store.findLoop(session.metadata[LOOP_METADATA] ?? '');
  return loop !== undefined && (loop.state === 'stopping' || isLoopOver(loop)) ? suspension : { text };
}

/** Parks a session at work that is suspended together with others. It costs no retry. */
export async function suspendSession(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const { session, suspension } = scene;
  // What has come to its end meanwhile is settled as such: it would be done a second time.
  if (suspension === null || scene.observation.is === 'over') return null;
  if (decideSuspension(session.state, suspension) !== 'stop-work') return null;
  const draft = draftFor(scene, deps);
  draftRetry(draft, { cause: 'suspended', text: suspension.text, attempt: scene.attempt }, deps.config);
  await deps.store.commit(draft.writes);
  return 'again';
}
