import type { KeptFact } from '../domain/run/memory.ts';
import type { Engine } from './engine.ts';
import { type Program, write } from './program.ts';
import type { Store } from './store.ts';
import { json, plain, storable, Table } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

const runFactTable = new Table<KeptFact>('run_fact', ['runId', 'number'], () => ({
  runId: plain('run_id'),
  number: plain('number'),
  at: plain('at'),
  fact: json('fact'),
}));

export function* addRunFact(kept: KeptFact): Program<WriteRefusal | null> {
  return (yield* write(runFactTable.insert(kept))) === 0 ? { why: 'duplicate', of: 'run-fact' } : null;
}

export const runFactReads = (engine: Engine): Pick<Store, 'listRunFacts'> => ({
  listRunFacts: (runId) => runFactTable.list(engine, 'where run_id = ? order by number', [storable(runId)]),
});
