import type { Loop, LoopPatch } from '../domain/loop/loop.ts';
import type { Engine } from './engine.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store } from './store.ts';
import { flag, json, plain, Table } from './table.ts';

const loopTable = new Table<Loop>('loop', ['id'], () => ({
  id: plain('id'),
  persona: plain('persona'),
  cli: plain('cli'),
  model: plain('model'),
  concurrency: plain('concurrency'),
  maxWaiting: plain('max_waiting'),
  maxFailures: plain('max_failures'),
  backoffCapMs: plain('backoff_cap_ms'),
  archives: flag('archives'),
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
  hostId: plain('host_id'),
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
}));

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

export const loops = steppedTable(loopTable, {
  duplicateOf: 'loop',
  stepped: STEPPED,
  guards: ['version', 'state'],
});

export const loopReads = (engine: Engine): Pick<Store, 'findLoop' | 'listLoops'> => ({
  findLoop: (id) => loops.find(engine, id),
  listLoops: ({ isLive }) =>
    loopTable.list(engine, `${isLive ? `where state <> 'finished'` : ''} order by created_at, id`),
});
