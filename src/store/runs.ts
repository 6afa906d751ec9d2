import { equal } from 'node:assert/strict';
import type { RecordedError, RunMemory } from '../domain/run/memory.ts';
import {
  isRunOver,
  RUN_STATES,
  type Run,
  type RunPatch,
  type RunState,
  type RunStep,
} from '../domain/run/run.ts';
import type { Engine } from './engine.ts';
import { type Program, read, write } from './program.ts';
import { runErrorTable, runMemoryTable, runTable, sessionTable } from './schema.ts';
import type { Store } from './store.ts';
import { storable } from './table.ts';
import { where } from './where.ts';
import type { WriteRefusal } from './write-refusal.ts';

// What a step may change. The type makes sure that whatever a step can settle is saved.
const STEPPED: Record<
  keyof RunPatch | 'state' | 'version' | 'workedMs' | 'runningSince' | 'startedAt' | 'endedAt' | 'stateSince',
  true
> = {
  state: true,
  version: true,
  ending: true,
  reasonText: true,
  stage: true,
  round: true,
  progress: true,
  timeoutMs: true,
  workedMs: true,
  runningSince: true,
  startedAt: true,
  endedAt: true,
  stateSince: true,
};
const STEPPED_FIELDS = Object.keys(STEPPED) as readonly (keyof typeof STEPPED)[];

const quoted = (states: readonly RunState[]): string => states.map((state) => `'${state}'`).join(', ');
const OVER = quoted(RUN_STATES.filter((state) => isRunOver({ state })));
const LIVE = quoted(RUN_STATES.filter((state) => !isRunOver({ state })));

export function* addRun(run: Run, memory: RunMemory): Program<WriteRefusal | null> {
  if ((yield* write(runTable.insert(run))) === 0) {
    const [taken] = yield* read({ sql: 'select 1 from run where id = ?', values: [storable(run.id)] });
    return { why: 'duplicate', of: taken ? 'run' : 'run-key' };
  }
  yield* write(runMemoryTable.insert({ ...memory, runId: run.id }));
  return null;
}

export function* saveRunStep(
  { from, to }: RunStep,
  memory: RunMemory['state'] | null,
): Program<WriteRefusal | null> {
  equal(to.version, from.version + 1, `a step of run ${from.id} must raise its version by one`);
  const guards = ['version', 'state'] as const;
  const { sql, values } = runTable.update({ set: STEPPED_FIELDS, to, from, guards });
  // Whatever the caller believes: a final state never changes.
  const changed = yield* write({ sql: `${sql} and state not in (${OVER})`, values });
  if (changed === 0) return { why: 'stale' };
  if (memory === null) return null;
  yield* write({
    sql: 'update run_memory set state = ? where run_id = ?',
    values: [storable(JSON.stringify(memory)), storable(from.id)],
  });
  return null;
}

export function* addRunError(error: RecordedError): Program<WriteRefusal | null> {
  return (yield* write(runErrorTable.insert(error))) === 0 ? { why: 'duplicate', of: 'run-error' } : null;
}

type RunReads = Pick<
  Store,
  | 'findRun'
  | 'findRunByKey'
  | 'findRunMemory'
  | 'listRuns'
  | 'listLiveRuns'
  | 'listRunSessions'
  | 'listRunErrors'
>;

export const runReads = (engine: Engine): RunReads => ({
  findRun: async (id) => {
    const [row] = await engine.read(runTable.select('where id = ?', [storable(id)]));
    return row && runTable.fromRow(row);
  },
  findRunByKey: async (key) => {
    const [row] = await engine.read(runTable.select('where key = ?', [storable(key)]));
    return row && runTable.fromRow(row);
  },
  findRunMemory: async (runId) => {
    const [row] = await engine.read(runMemoryTable.select('where run_id = ?', [storable(runId)]));
    if (!row) return undefined;
    const { definition, state } = runMemoryTable.fromRow(row);
    return { definition, state };
  },
  listRuns: async ({ states, workflow }, { limit, after }) => {
    const { sql, values } = where([
      states !== undefined && { sql: `state in (${quoted(states)})`, values: [] },
      workflow !== undefined && { sql: 'workflow = ?', values: [storable(workflow)] },
      after !== undefined && {
        sql: '(created_at, id) < (select created_at, id from run where id = ?)',
        values: [storable(after)],
      },
    ]);
    const rest = `${sql} order by created_at desc, id desc limit ?`;
    return (await engine.read(runTable.select(rest, [...values, limit]))).map(runTable.fromRow);
  },
  listLiveRuns: async () => {
    const rest = `where state in (${LIVE}) order by created_at, id`;
    return (await engine.read(runTable.select(rest, []))).map(runTable.fromRow);
  },
  listRunSessions: async (runId) => {
    const rest = 'where run_id = ? order by created_at, id';
    return (await engine.read(sessionTable.select(rest, [storable(runId)]))).map(sessionTable.fromRow);
  },
  listRunErrors: async (runId) => {
    const rest = 'where run_id = ? order by at, id';
    return (await engine.read(runErrorTable.select(rest, [storable(runId)]))).map(runErrorTable.fromRow);
  },
});
