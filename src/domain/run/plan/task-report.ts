import type { CriterionResult } from '../../plan/verification.ts';
import type { RunMemory } from '../memory.ts';
import {
  type ChangedInput,
  isChangedFile,
  isStale,
  type PlanState,
  type TaskProgress,
  type TaskStatus,
} from './plan-state.ts';
import { standingsOf, type TaskStanding } from './standing.ts';

/** `running`: Swarm looks at what was handed over. Null before it did, and where scripted agents skip it. */
export type CriteriaState = 'running' | 'green' | 'red' | 'missing' | null;

/** Where one task of a plan is, for those who look. */
export type TaskReport = Readonly<{
  id: string;
  role: string;
  verifier: string;
  status: TaskStatus;
  /** Verifications so far. */
  rounds: number;
  criteria: CriteriaState;
  isStale: boolean;
  /** Files that changed under it, and decisions that touch it. */
  changed: readonly string[];
  /** Tasks that have to be verified first, roles that are busy or asked, `user` where a person is asked. */
  waitsFor: readonly string[];
}>;

/** The tasks of a plan in the order of its file; none of a workflow. */
export function reportTasks({ definition, state }: RunMemory): readonly TaskReport[] {
  if (!('plan' in definition)) return [];
  // What a run of a plan remembers was made by its program.
  return standingsOf(definition.plan, state as PlanState).map(reportTask);
}

function reportTask({ task, progress, waits }: TaskStanding): TaskReport {
  return {
    id: task.id,
    role: task.role,
    verifier: task.verifier,
    status: progress.status,
    rounds: progress.judged,
    criteria: criteriaOf(progress),
    isStale: isStale(progress),
    changed: [...progress.changed, ...progress.confirming].map(nameOf),
    waitsFor: waits.map(({ name }) => name),
  };
}

const nameOf = (input: ChangedInput): string =>
  isChangedFile(input) ? input.path : `a decision for ${input.task}`;

export function criteriaOf({ submission }: TaskProgress): CriteriaState {
  if (submission === null) return null;
  if (submission.isChecking) return 'running';
  const has = (is: CriterionResult['is']): boolean => submission.results.some((one) => one.is === is);
  if (has('missing')) return 'missing';
  if (has('red')) return 'red';
  return has('skipped') ? null : 'green';
}
