import { type Amount, emptyPurse, type Purse } from '../domain/budget/purse.ts';
import type { Engine } from './engine.ts';
import { type Program, type Row, type Value, write } from './program.ts';
import type { Store, Write } from './store.ts';
import { storable } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

type Of<K extends Write['kind']> = Extract<Write, { kind: K }>;

const COLUMNS =
  'spent_micro_usd, spent_tokens, held_micro_usd, held_tokens, raised_micro_usd, raised_tokens, is_warned';

const valuesOf = ({ microUsd, tokens }: Amount): readonly Value[] => [microUsd, tokens];

function* ensurePurse(name: string): Program<void> {
  const sql = `insert into purse (name, ${COLUMNS}) values (?, 0, 0, 0, 0, 0, 0, 0) on conflict do nothing`;
  yield* write({ sql, values: [name] });
}

// One statement looks and writes: whoever waits for the row sees it as the one before left it.
const HOLD = `
  update purse set held_micro_usd = held_micro_usd + ?, held_tokens = held_tokens + ?
  where name = ?
    and spent_micro_usd + held_micro_usd + ? <= ? + raised_micro_usd
    and spent_tokens + held_tokens + ? <= ? + raised_tokens`;

/** Stands for no limit: no sum of amounts comes near it, and it is exact in both engines. */
const BOUNDLESS = 2 ** 52;

export function* holdPurse({ purse, amount, limits }: Of<'hold-purse'>): Program<WriteRefusal | null> {
  const name = storable(purse);
  yield* ensurePurse(name);
  const values = [
    ...valuesOf(amount),
    name,
    amount.microUsd,
    limits.microUsd ?? BOUNDLESS,
    amount.tokens,
    limits.tokens ?? BOUNDLESS,
  ];
  return (yield* write({ sql: HOLD, values })) === 0 ? { why: 'over-budget' } : null;
}

const CHARGE = `
  update purse set spent_micro_usd = spent_micro_usd + ?, spent_tokens = spent_tokens + ?,
    held_micro_usd = held_micro_usd - ?, held_tokens = held_tokens - ?
  where name = ?`;

export function* chargePurse({ purse, spent, released }: Of<'charge-purse'>): Program<WriteRefusal | null> {
  const name = storable(purse);
  yield* ensurePurse(name);
  yield* write({ sql: CHARGE, values: [...valuesOf(spent), ...valuesOf(released), name] });
  return null;
}

const RAISE = `
  update purse set raised_micro_usd = raised_micro_usd + ?, raised_tokens = raised_tokens + ?, is_warned = 0
  where name = ?`;

export function* raisePurse({ purse, amount }: Of<'raise-purse'>): Program<WriteRefusal | null> {
  const name = storable(purse);
  yield* ensurePurse(name);
  yield* write({ sql: RAISE, values: [...valuesOf(amount), name] });
  return null;
}

export function* warnPurse({ purse }: Of<'warn-purse'>): Program<WriteRefusal | null> {
  const name = storable(purse);
  yield* ensurePurse(name);
  const sql = 'update purse set is_warned = 1 where name = ? and is_warned = 0';
  return (yield* write({ sql, values: [name] })) === 0 ? { why: 'stale' } : null;
}

export const purseReads = (engine: Engine): Pick<Store, 'listPurses'> => ({
  listPurses: async (names) => {
    if (names.length === 0) return [];
    const places = names.map(() => '?').join(', ');
    const sql = `select name, ${COLUMNS} from purse where name in (${places})`;
    const rows = await engine.read({ sql, values: names.map(storable) });
    const known = new Map(rows.map((row) => [String(row.name), fromRow(row)]));
    return names.map((name) => known.get(storable(name)) ?? emptyPurse(name));
  },
});

const amountIn = (row: Row, prefix: string): Amount => ({
  microUsd: Number(row[`${prefix}_micro_usd`]),
  tokens: Number(row[`${prefix}_tokens`]),
});

const fromRow = (row: Row): Purse => ({
  name: String(row.name),
  spent: amountIn(row, 'spent'),
  held: amountIn(row, 'held'),
  raised: amountIn(row, 'raised'),
  isWarned: row.is_warned === 1,
});
