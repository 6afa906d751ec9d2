import { ARCHITECT, DESIGN_VERIFIER } from './escalation/escalation.ts';
import { type PlanMove, type PlanState, progressOfTask } from './plan-state.ts';

type PlanRun = Pick<PlanMove, 'plan' | 'state'>;

/** Whether a run of a plan only waits for a person. `isAsking`: the agent of a role asks one. */
export function onlyWaitsForPerson(run: PlanRun, isAsking: (role: string) => boolean): boolean {
  const atWork = rolesAtWork(run);
  const isAsked = atWork.length > 0 || hasQuestion(run.state);
  return isAsked && !isChecking(run) && atWork.every(isAsking);
}

/** Roles that have a turn of the plan. */
function rolesAtWork({ plan, state }: PlanRun): readonly string[] {
  const atTasks = plan.tasks.flatMap((task) => {
    const { status, round } = progressOfTask(state, task);
    if (round === null) return [];
    return [status === 'ready_for_verification' ? task.verifier : task.role];
  });
  const isArchitectAsked = state.escalations.some(({ round }) => round !== null);
  const isVerifierAsked = state.change !== null && state.change.round !== null;
  return [
    ...atTasks,
    ...(isArchitectAsked ? [ARCHITECT] : []),
    ...(isVerifierAsked ? [DESIGN_VERIFIER] : []),
  ];
}

/** Swarm itself looks at what was handed over. */
const isChecking = ({ plan, state }: PlanRun): boolean =>
  plan.tasks.some((task) => {
    const { status, submission } = progressOfTask(state, task);
    return status === 'ready_for_verification' && submission?.isChecking === true;
  });

const hasQuestion = ({ pending, change, escalations }: PlanState): boolean =>
  pending !== null ||
  (change !== null && change.question !== null) ||
  escalations.some(({ notes }) => notes.some(({ at }) => at === 'person' || at === 'direct'));
