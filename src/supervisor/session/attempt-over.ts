import { chargeWrites } from '../../app/session/budgets.ts';
import { chargeLoss } from '../../domain/budget/charge.ts';
import type { Write } from '../../store/store.ts';
import type { RoundDeps } from '../deps.ts';
import { readTranscript } from '../screen/read-transcript.ts';
import type { SessionScene } from './session-scene.ts';
import { hasUntaken } from './untaken.ts';

/**
 * Nothing of the attempt is left, and no launcher that is late can begin it. False when something was said or
 * asked between our look and its end: that is taken in first.
 */
export async function ensureGoneAndHeard(deps: RoundDeps, scene: SessionScene): Promise<boolean> {
  const { session, attempt, ref } = scene;
  if (session.attempt === 0) return true;
  // Its row says so only once nothing was left of it, and the look at all processes takes long.
  if (attempt !== null && attempt.endedAt !== null) return true;
  await deps.attempts.ensureGone(ref);
  if (attempt === null) return true;
  const read = await deps.attempts.readEvents(ref, attempt.eventsCursor);
  if (read.next !== attempt.eventsCursor || (await readTranscript(deps, scene)) !== null) return false;
  return scene.isFlooded === true || !(await hasUntaken(deps, session.id));
}

/** The attempt's row says that it is over, and what its processes used: once. */
export async function endedWrites(deps: RoundDeps, scene: SessionScene, at: number): Promise<Write[]> {
  const { session, agent, attempt, observation, ref } = scene;
  if (attempt === null || attempt.endedAt !== null) return [];
  const exitCode = observation.is === 'over' ? observation.exitCode : null;
  const { cpuMs, peakKb } = await deps.attempts.observeUse(ref);
  const settlement = chargeLoss(attempt, agent.pricesMessages);
  const to = { ...settlement.attempt, endedAt: at, exitCode, openTools: 0, cpuMs, peakKb };
  return [
    { kind: 'save-attempt', from: attempt, to },
    ...chargeWrites(session, attempt, { ...settlement, at }),
  ];
}
