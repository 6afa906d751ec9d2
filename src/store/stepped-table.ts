import type { Engine } from './engine.ts';
import { type Program, type Value, write } from './program.ts';
import type { DuplicateOf } from './store.ts';
import type { Change, Table } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

/** Rows that are added once and change by guarded steps. */
export type SteppedTable<T> = Readonly<{
  add: (row: T) => Program<WriteRefusal | null>;
  /** Refused as stale when a guarded field no longer holds what it holds in `from`. */
  step: (step: Change<T>) => Program<WriteRefusal | null>;
  find: (engine: Engine, ...key: readonly Value[]) => Promise<T | undefined>;
}>;

type Stepping<T> = Readonly<{
  duplicateOf: DuplicateOf;
  /** All that a step may change: a record, so that its type can make sure that nothing is left out. */
  stepped: Readonly<Partial<Record<keyof T, true>>>;
  guards: readonly (keyof T)[];
  /** A condition of its own beside the guards. */
  and?: string;
}>;

/** A row with a version has it raised by one with each step. */
export function steppedTable<T extends object>(
  table: Table<T>,
  { duplicateOf, stepped, ...guarding }: Stepping<T>,
): SteppedTable<T> {
  const raising = `a step of ${table.name} must raise its version by one`;
  const update = table.updater({ set: Object.keys(stepped) as (keyof T)[], ...guarding });
  return {
    *add(row) {
      return (yield* write(table.insert(row))) === 0 ? { why: 'duplicate', of: duplicateOf } : null;
    },
    *step(step) {
      const version = versionOf(step.from);
      // Node's own assert takes a tenth of a short command to load.
      if (version !== null && versionOf(step.to) !== version + 1) throw new Error(raising);
      return (yield* write(update(step))) === 0 ? { why: 'stale' } : null;
    },
    find: (engine, ...key) => table.findByKey(engine, ...key),
  };
}

const versionOf = (row: object): number | null => ('version' in row ? Number(row.version) : null);
