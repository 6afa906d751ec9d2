import type { RecordedError, RunMemory } from '../domain/run/memory.ts';
import { isRunOver, RUN_STATES, type Run, type RunPatch, type RunState } from '../domain/run/run.ts';
import type { Engine } from './engine.ts';
import { type Program, read, write } from './program.ts';
import { runMemories } from './run-memories.ts';
import { runErrorTable, runMemoryTable, runTable, sessionTable } from './schema.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store, Write } from './store.ts';
import { storable } from './table.ts';
import { versionedList } from './versioned-list.ts';
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

const quoted = (states: readonly RunState[]): string => states.map((state) => `'${state}'`).join(', ');
const OVER = quoted(RUN_STATES.filter((state) => isRunOver({ state })));
const LIVE = quoted(RUN_STATES.filter((state) => !isRunOver({ state })));

const runs = steppedTable(runTable, {
  duplicateOf: 'run',
  stepped: STEPPED,
  guards: ['version', 'state'],
  // Whatever the caller believes: a final state never changes.
  and: `state not in (${OVER})`,
});

export function* addRun(run: Run, memory: RunMemory): Program<WriteRefusal | null> {
  const refusal = yield* runs.add(run);
  if (refusal) {
    const [taken] = yield* read({ sql: 'select 1 from run where id = ?', values: [storable(run.id)] });
    return taken ? refusal : { why: 'duplicate', of: 'run-key' };
  }
  yield* write(runMemoryTable.insert({ ...memory, runId: run.id }));
  return null;
}

type StepRun = Omit<Extract<Write, { kind: 'step-run' }>, 'kind' | 'journal'>;

export function* saveRunStep({ step, memory, definition }: StepRun): Program<WriteRefusal | null> {
  const refusal = yield* runs.step(step);
  if (refusal) return refusal;
  const { id } = step.from;
  if (memory !== null) yield* saveMemory('state', memory, id);
  if (definition !== undefined) yield* saveMemory('definition', definition, id);
  return null;
}

const saveMemory = (column: keyof RunMemory, value: unknown, runId: string): Program<number> =>
  write({
    sql: `update run_memory set ${column} = ? where run_id = ?`,
    values: [storable(JSON.stringify(value)), storable(runId)],
  });

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
  ...runSessionReads(engine),
  findRun: (id) => runs.find(engine, id),
  findRunByKey: (key) => runTable.find(engine, 'where key = ?', [storable(key)]),
  findRunMemory: runMemories(engine),
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
    return runTable.list(engine, rest, [...values, limit]);
  },
  listLiveRuns: () => runTable.list(engine, `where state in (${LIVE}) order by created_at, id`),
  listRunErrors: (runId) => runErrorTable.list(engine, 'where run_id = ? order by at, id', [storable(runId)]),
});

function runSessionReads(engine: Engine): Pick<RunReads, 'listRunSessions'> {
  // A run of hundreds of roles lists them with each fact, and a fact changes one or two.
  const listAll = versionedList(engine, sessionTable);
  return {
    listRunSessions: (runId, role) => {
      const { sql, values } = where([
        { sql: 'run_id = ?', values: [storable(runId)] },
        role !== undefined && { sql: 'role = ?', values: [storable(role)] },
      ]);
      const rest = `${sql} order by created_at, id`;
      return role === undefined ? listAll(runId, { rest, values }) : sessionTable.list(engine, rest, values);
    },
  };
}
