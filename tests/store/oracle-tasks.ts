import type { TaskCheck, TaskOutput, TaskRound } from '../../src/domain/plan/verification.ts';
import type { Store } from '../../src/store/store.ts';
import { isSame, refuseIf, replace } from './oracle-guards.ts';
import type { Line, WriteOf } from './oracle-rows.ts';

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
type Numbered = Pick<TaskCheck, 'taskId' | 'number'>;
const byNumber = (a: Numbered, b: Numbered): number => order(a.taskId, b.taskId) || a.number - b.number;

/** What is known of the tasks of plans. */
export type TaskRows = { taskChecks: TaskCheck[]; taskRounds: TaskRound[]; taskOutputs: TaskOutput[] };

export const noTaskRows = (): TaskRows => ({ taskChecks: [], taskRounds: [], taskOutputs: [] });

/** What the oracle knows of the tasks of plans. */
export const listTaskChecks = (
  { taskChecks }: TaskRows,
  { runId, isOpen }: Parameters<Store['listTaskChecks']>[0],
): readonly TaskCheck[] =>
  taskChecks
    .filter((it) => it.runId === runId && (isOpen !== true || it.endedAt === null))
    .sort((a, b) => a.startedAt - b.startedAt || byNumber(a, b));

export const listTaskRounds = ({ taskRounds }: TaskRows, runId: string): readonly TaskRound[] =>
  taskRounds.filter((it) => it.runId === runId).sort((a, b) => a.at - b.at || byNumber(a, b));

export const listTaskOutputs = ({ taskOutputs }: TaskRows, runId: string): readonly TaskOutput[] =>
  taskOutputs
    .filter((it) => it.runId === runId)
    .sort((a, b) => order(a.taskId, b.taskId) || order(a.path, b.path) || a.version - b.version);

type TaskKind = 'add-task-check' | 'step-task-check' | 'add-task-round' | 'add-task-output';

export const TASK_CHANGES: { [K in TaskKind]: (rows: TaskRows, write: WriteOf<K>) => Line } = {
  'add-task-check': (rows, { check }) => {
    refuseIf(rows.taskChecks, 'task-check', isSame(check, 'runId', 'taskId', 'number'));
    rows.taskChecks.push(check);
    return [null, 'task-submitted', null, null, check.runId];
  },
  'step-task-check': (rows, { from, to: { commit, results, endedAt } }) => {
    const isIt = isSame(from, 'runId', 'taskId', 'number', 'endedAt');
    replace(rows.taskChecks, isIt, (it) => ({ ...it, commit, results, endedAt }));
    return [null, 'task-checked', null, null, from.runId];
  },
  'add-task-round': (rows, { round }) => {
    refuseIf(rows.taskRounds, 'task-round', isSame(round, 'runId', 'taskId', 'number'));
    rows.taskRounds.push(round);
    return [null, `task-${round.verdict}`, null, null, round.runId];
  },
  'add-task-output': (rows, { output }) => {
    refuseIf(rows.taskOutputs, 'task-output', isSame(output, 'runId', 'taskId', 'path', 'version'));
    rows.taskOutputs.push(output);
    return [null, 'task-output', null, null, output.runId];
  },
};
