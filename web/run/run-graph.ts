import type { PlanAnswer } from '../../src/contract/answer/plan.ts';
import type { RunStatusAnswer } from '../../src/contract/answer/run.ts';
import type { WorkflowAnswer } from '../../src/contract/answer/workflow.ts';

export type GraphNode = Readonly<{ id: string; label: string; detail: string; state: string }>;
export type GraphEdge = Readonly<{ from: string; to: string; label: string }>;
export type Graph = Readonly<{ nodes: readonly GraphNode[]; edges: readonly GraphEdge[] }>;

const TASK_STATES: Readonly<Record<string, string>> = {
  pending: 'created',
  working: 'working',
  completion_drive_review: 'working',
  ready_for_verification: 'waiting',
  verified: 'completed',
  blocked: 'parked',
};

/** Ids of tasks end with the second that they were thought of, which tells a reader nothing. */
const BORN = /_\d{10}$/;

/** The tasks of a plan, each after those that it depends on, with where they stand in the run. */
export function graphOfPlan({ tasks }: RunStatusAnswer, plan: Pick<PlanAnswer, 'tasks'> | undefined): Graph {
  const known = new Set(tasks.map(({ task_id }) => task_id));
  return {
    nodes: tasks.map(({ task_id, role, status }) => ({
      id: task_id,
      label: task_id.replace(BORN, ''),
      detail: `${role}: ${status.replaceAll('_', ' ')}`,
      state: TASK_STATES[status] ?? status,
    })),
    edges: (plan?.tasks ?? []).flatMap(({ task_id, dependencies }) =>
      dependencies
        .filter((from) => known.has(from) && known.has(task_id))
        .map((from) => ({ from, to: task_id, label: '' })),
    ),
  };
}

/** The stages of a workflow, and what leads from one to the next. */
export function graphOfWorkflow(
  run: RunStatusAnswer,
  workflow: Pick<WorkflowAnswer, 'stages'> | undefined,
): Graph {
  return {
    nodes: run.stages.map(({ name, role, is_passed, is_current }) => ({
      id: name,
      label: name,
      detail: role,
      state: is_current && run.ended_at === null ? 'working' : is_passed ? 'completed' : 'created',
    })),
    edges: (workflow?.stages ?? []).flatMap((stage) =>
      stage.on.flatMap(({ on, move }) => {
        const to = move.is === 'finish' ? null : move.stage;
        return to === null ? [] : [{ from: stage.name, to, label: on }];
      }),
    ),
  };
}
