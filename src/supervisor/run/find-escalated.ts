import { type EscalatedFact, escalatedFact } from '../../app/run/escalated-fact.ts';
import { handedOverBy, planOfRun } from '../../domain/run/plan/task-at-work.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';
import { isTurnOver } from './is-turn-over.ts';
import type { RunScene } from './run-deps.ts';

/**
 * Notes that a session may not decide alone, once its turn is over, or at once where its work is with the
 * verifier, whose approval would end it; null when the run knows them all.
 */
export async function findEscalated(deps: RoundDeps, scene: RunScene): Promise<EscalatedFact | null> {
  const run = planOfRun(scene.memory);
  if (run === null) return null;
  const open = await deps.store.listNotes({ runId: scene.run.id, isSettled: false });
  const known = new Set(run.state.escalations.flatMap(({ notes }) => notes.map(({ id }) => id)));
  const fresh = open.filter(({ id, state }) => state === 'escalated' && !known.has(id));
  for (const session of scene.sessions) {
    const own = fresh.filter(({ sessionId }) => sessionId === session.id);
    const isDue = own.length > 0 && (isAwaited(run, session) || (await isTurnOver(deps, session)));
    const fact = isDue ? await escalatedFact(deps, session, own) : null;
    if (fact !== null) return fact;
  }
  return null;
}

const isAwaited = (run: NonNullable<ReturnType<typeof planOfRun>>, session: Session): boolean =>
  isOver(session) || handedOverBy(run, session.role ?? session.id) !== undefined;
