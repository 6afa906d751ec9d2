import { covers, isPlanPath } from '../../plan/handoff.ts';
import type { Plan, PlanTask } from '../../plan/plan.ts';
import { roleOfPath } from '../../plan/plan-folder.ts';
import type { RunMemory } from '../memory.ts';
import { type PlanState, progressOfTask } from './plan-state.ts';
import { roleAtWork } from './task-at-work.ts';

/** A plan and where its run is. */
export type PlanSight = Readonly<{ plan: Plan; state: PlanState }>;

/** Null for the run of a workflow. */
export const planSightOf = ({ definition, state }: RunMemory): PlanSight | null =>
  // What a run of a plan remembers was made by its program.
  'plan' in definition ? { plan: definition.plan, state: state as PlanState } : null;

/** The task that the files of a role are about: the one that it does, or the one that it verifies. */
export type TaskInHand = Readonly<{ task: PlanTask; isDoer: boolean }>;

const DOING: ReadonlySet<string> = new Set(['working', 'completion_drive_review', 'ready_for_verification']);

export const taskInHand = (sight: PlanSight, role: string): TaskInHand | null =>
  tasksInHand(sight).get(role) ?? null;

/**
 * The same for all roles that have one: what it is at work on, else the first in the order of the plan. A
 * task of the same role may be confirmed by its verifier meanwhile.
 */
export function tasksInHand({ plan, state }: PlanSight): ReadonlyMap<string, TaskInHand> {
  const atWork = new Map<string, TaskInHand>();
  const others = new Map<string, TaskInHand>();
  for (const task of plan.tasks) {
    const { status, before, round } = progressOfTask(state, task);
    const stage = status === 'blocked' ? before : status;
    const isVerifying = stage === 'ready_for_verification' && (round !== null || status === 'blocked');
    const worker = roleAtWork(state, task);
    if (worker !== null) setOnce(atWork, worker, { task, isDoer: worker === task.role });
    if (DOING.has(stage)) setOnce(others, task.role, { task, isDoer: true });
    if (isVerifying) setOnce(others, task.verifier, { task, isDoer: false });
  }
  return new Map([...others, ...atWork]);
}

function setOnce<K, V>(map: Map<K, V>, key: K, value: V): void {
  if (!map.has(key)) map.set(key, value);
}

/** What is handed to a role, by the paths of contracts: what verified tasks wrote, or what it verifies. */
export function listHanded(sight: PlanSight, role: string): readonly string[] {
  const inHand = taskInHand(sight, role);
  if (inHand === null) return [];
  const { task, isDoer } = inHand;
  const inputs = task.inputs.map(({ path }) => path).filter((path) => isVerified(sight, path));
  const looked = isDoer ? [] : task.outputs.map(({ path }) => path);
  return [...inputs, ...looked].filter((path) => isPlanPath(path) && roleOfPath(path) !== role);
}

const isVerified = ({ plan, state }: PlanSight, path: string): boolean =>
  plan.tasks
    .filter(({ outputs }) => outputs.some((output) => covers(output.path, path)))
    .every((writer) => progressOfTask(state, writer).status === 'verified');

/** Verified tasks of other roles that a task builds on, the nearest last. */
export function listMerged({ plan, state }: PlanSight, task: PlanTask): readonly PlanTask[] {
  return plan.tasks.filter(
    (other) =>
      task.dependencies.includes(other.id) &&
      other.role !== task.role &&
      progressOfTask(state, other).status === 'verified',
  );
}
