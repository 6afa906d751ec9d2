import { equal } from 'node:assert/strict';
import type { Loop, LoopPatch, LoopStep } from '../domain/loop/loop.ts';
import type { Engine } from './engine.ts';
import { type Program, write } from './program.ts';
import type { Store } from './store.ts';
import { flag, json, plain, storable, Table } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

const loopTable = new Table<Loop>('loop', ['id'], {
  id: plain('id'),
  persona: plain('persona'),
  cli: plain('cli'),
  model: plain('model'),
  concurrency: plain('concurrency'),
  maxIterations: plain('max_iterations'),
  untilEmpty: flag('until_empty'),
  delayMs: plain('delay_ms'),
  template: plain('template'),
  hasWorkspace: flag('has_workspace'),
  gate: plain('gate'),
  workDir: plain('work_dir'),
  rig: plain('rig'),
  label: plain('label'),
  actor: plain('actor'),
  state: plain('state'),
  version: plain('version'),
  iteration: plain('iteration'),
  atWork: json('at_work'),
  doneCount: plain('done_count'),
  failedCount: plain('failed_count'),
  failures: plain('failures'),
  nextAt: plain('next_at'),
  questionId: plain('question_id'),
  reasonText: plain('reason_text'),
  createdAt: plain('created_at'),
  endedAt: plain('ended_at'),
});

// What a step may change. The type makes sure that whatever a step can settle is saved.
const STEPPED: Record<keyof LoopPatch | 'state' | 'version' | 'endedAt', true> = {
  state: true,
  version: true,
  iteration: true,
  atWork: true,
  doneCount: true,
  failedCount: true,
  failures: true,
  nextAt: true,
  questionId: true,
  reasonText: true,
  endedAt: true,
};
const STEPPED_FIELDS = Object.keys(STEPPED) as readonly (keyof typeof STEPPED)[];

export function* addLoop(loop: Loop): Program<WriteRefusal | null> {
  return (yield* write(loopTable.insert(loop))) === 0 ? { why: 'duplicate', of: 'loop' } : null;
}

export function* saveLoopStep({ from, to }: LoopStep): Program<WriteRefusal | null> {
  equal(to.version, from.version + 1, 'the version must be raised by one');
  const guards = ['version', 'state'] as const;
  const changed = yield* write(loopTable.update({ set: STEPPED_FIELDS, to, from, guards }));
  return changed === 0 ? { why: 'stale' } : null;
}

export const loopReads = (engine: Engine): Pick<Store, 'findLoop' | 'listLoops'> => ({
  findLoop: async (id) => {
    const [row] = await engine.read(loopTable.select('where id = ?', [storable(id)]));
    return row && loopTable.fromRow(row);
  },
  listLoops: async ({ isLive }) => {
    const rest = `${isLive ? `where state <> 'finished'` : ''} order by created_at, id`;
    return (await engine.read(loopTable.select(rest, []))).map(loopTable.fromRow);
  },
});
