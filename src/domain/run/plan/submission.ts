import type { PlanTask } from '../../plan/plan.ts';
import { ordering, type PlanMove, progressOfTask, withTask } from './plan-state.ts';

const UNSEEN = { isChecking: true, commit: null, results: [], outputs: [], notes: [] } as const;

/** What was handed over is looked at by Swarm before its verifier is asked. */
export function submit(move: PlanMove, task: PlanTask): PlanMove {
  const number = (progressOfTask(move.state, task).submission?.number ?? 0) + 1;
  const submitted = withTask(move, task, {
    status: 'ready_for_verification',
    round: null,
    submission: { ...UNSEEN, number },
  });
  return ordering(submitted, { is: 'run-criteria', task: task.id, number });
}

/** Puts it behind those that wait for the same verifier. */
export function queueVerification(move: PlanMove, task: PlanTask): PlanMove {
  // A run that an older Swarm began has counted none.
  const arrivals = (move.state.arrivals ?? 0) + 1;
  const counted: PlanMove = { ...move, state: { ...move.state, arrivals } };
  const { submission } = progressOfTask(move.state, task);
  return withTask(counted, task, {
    status: 'ready_for_verification',
    round: null,
    arrival: arrivals,
    submission: submission && { ...submission, isChecking: false },
  });
}
