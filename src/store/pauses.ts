import type { Pause, PauseStep } from '../domain/pause/pause.ts';
import type { Engine } from './engine.ts';
import { lock, type Program, read, write } from './program.ts';
import type { Store } from './store.ts';
import { plain, Table } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

const pauseTable = new Table<Pause>('pause', ['id'], () => ({
  id: plain('id'),
  since: plain('since'),
  by: plain('paused_by'),
  reason: plain('reason'),
  endedAt: plain('ended_at'),
}));

const LIVE = 'where ended_at is null';

/** Read under the lock of the slots: who takes one afterwards sees it. */
export function* isPaused(): Program<boolean> {
  return (yield* read(pauseTable.select(LIVE, []))).length > 0;
}

export function* addPause(pause: Pause): Program<WriteRefusal | null> {
  yield* lock('slots');
  if (yield* isPaused()) return { why: 'duplicate', of: 'pause' };
  return (yield* write(pauseTable.insert(pause))) === 0 ? { why: 'duplicate', of: 'pause' } : null;
}

const saveEnd = pauseTable.updater({ set: ['endedAt'], guards: [], and: 'ended_at is null' });

export function* savePauseStep(step: PauseStep): Program<WriteRefusal | null> {
  return (yield* write(saveEnd(step))) === 0 ? { why: 'stale' } : null;
}

export const pauseReads = (engine: Engine): Pick<Store, 'findPause'> => ({
  findPause: () => pauseTable.find(engine, LIVE),
});
