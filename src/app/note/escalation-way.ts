import { planOfRun, taskOfRoleIn } from '../../domain/run/plan/task-at-work.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Store } from '../../store/store.ts';

/** A run of a plan takes what agents of unverified tasks escalate; elsewhere the person is asked. */
export async function isTakenByRun(store: Store, { runId, role }: Session): Promise<boolean> {
  const memory = runId === null ? undefined : await store.findRunMemory(runId);
  const run = memory && planOfRun(memory);
  return run ? taskOfRoleIn(run, role ?? '') !== undefined : false;
}
