import type { TaskCheck, TaskOutput, TaskRound } from '../domain/plan/verification.ts';
import type { Engine } from './engine.ts';
import { type Program, write } from './program.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store } from './store.ts';
import { flag, json, plain, storable, Table } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

const checkTable = new Table<TaskCheck>('task_check', ['runId', 'taskId', 'number'], () => ({
  runId: plain('run_id'),
  taskId: plain('task_id'),
  number: plain('number'),
  commit: plain('commit_id'),
  results: json('results'),
  startedAt: plain('started_at'),
  endedAt: plain('ended_at'),
}));

const roundTable = new Table<TaskRound>('task_round', ['runId', 'taskId', 'number'], () => ({
  runId: plain('run_id'),
  taskId: plain('task_id'),
  number: plain('number'),
  isConfirmation: flag('is_confirmation'),
  verifier: plain('verifier'),
  verdict: plain('verdict'),
  findings: json('findings'),
  summary: plain('summary'),
  commit: plain('commit_id'),
  at: plain('at'),
}));

const outputTable = new Table<TaskOutput>('task_output', ['runId', 'taskId', 'path', 'version'], () => ({
  runId: plain('run_id'),
  taskId: plain('task_id'),
  path: plain('path'),
  version: plain('version'),
  hash: plain('hash'),
  verifiedAt: plain('verified_at'),
}));

export const taskChecks = steppedTable(checkTable, {
  duplicateOf: 'task-check',
  stepped: { commit: true, results: true, endedAt: true },
  guards: ['endedAt'],
});

export function* addTaskRound(round: TaskRound): Program<WriteRefusal | null> {
  return (yield* write(roundTable.insert(round))) === 0 ? { why: 'duplicate', of: 'task-round' } : null;
}

export function* addTaskOutput(output: TaskOutput): Program<WriteRefusal | null> {
  return (yield* write(outputTable.insert(output))) === 0 ? { why: 'duplicate', of: 'task-output' } : null;
}

type TaskReads = Pick<Store, 'listTaskChecks' | 'listTaskRounds' | 'listTaskOutputs'>;

export const taskReads = (engine: Engine): TaskReads => ({
  listTaskChecks: ({ runId, isOpen }) => {
    const open = isOpen === true ? 'and ended_at is null' : '';
    const rest = `where run_id = ? ${open} order by started_at, task_id, number`;
    return checkTable.list(engine, rest, [storable(runId)]);
  },
  listTaskRounds: (runId) =>
    roundTable.list(engine, 'where run_id = ? order by at, task_id, number', [storable(runId)]),
  listTaskOutputs: (runId) =>
    outputTable.list(engine, 'where run_id = ? order by task_id, path, version', [storable(runId)]),
});
