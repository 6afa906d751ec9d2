import { type Account, type Amount, emptyAccount } from '../domain/budget/account.ts';
import type { Engine } from './engine.ts';
import { type Program, type Row, type Value, write } from './program.ts';
import type { Store, Write } from './store.ts';
import { storable } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

type WriteOf<K extends Write['kind']> = Extract<Write, { kind: K }>;

const COLUMNS = `spent_micro_usd, spent_tokens, reserved_micro_usd, reserved_tokens,
  raised_micro_usd, raised_tokens, is_warned`;

const valuesOf = ({ microUsd, tokens }: Amount): readonly Value[] => [microUsd, tokens];

function* ensureAccount(name: string): Program<void> {
  const sql = `insert into account (name, ${COLUMNS}) values (?, 0, 0, 0, 0, 0, 0, 0) on conflict do nothing`;
  yield* write({ sql, values: [name] });
}

// Compare-and-swap in one statement: a writer that waited for the row sees the latest amounts.
const RESERVE = `
  update account set reserved_micro_usd = reserved_micro_usd + ?, reserved_tokens = reserved_tokens + ?
  where name = ?
    and spent_micro_usd + reserved_micro_usd + ? <= ? + raised_micro_usd
    and spent_tokens + reserved_tokens + ? <= ? + raised_tokens`;

/** Stands for no limit: no sum of amounts comes near it, and it is exact in both engines. */
const BOUNDLESS = 2 ** 52;

export function* reserveAccount({
  account,
  amount,
  limits,
}: WriteOf<'reserve-account'>): Program<WriteRefusal | null> {
  const name = storable(account);
  yield* ensureAccount(name);
  const values = [
    ...valuesOf(amount),
    name,
    amount.microUsd,
    limits.microUsd ?? BOUNDLESS,
    amount.tokens,
    limits.tokens ?? BOUNDLESS,
  ];
  return (yield* write({ sql: RESERVE, values })) === 0 ? { why: 'over-budget' } : null;
}

const CHARGE = `
  update account set spent_micro_usd = spent_micro_usd + ?, spent_tokens = spent_tokens + ?,
    reserved_micro_usd = reserved_micro_usd - ?, reserved_tokens = reserved_tokens - ?
  where name = ?`;

export function* chargeAccount({
  account,
  spent,
  released,
}: WriteOf<'charge-account'>): Program<WriteRefusal | null> {
  const name = storable(account);
  yield* ensureAccount(name);
  yield* write({ sql: CHARGE, values: [...valuesOf(spent), ...valuesOf(released), name] });
  return null;
}

const RAISE = `
  update account set raised_micro_usd = raised_micro_usd + ?, raised_tokens = raised_tokens + ?, is_warned = 0
  where name = ?`;

export function* raiseAccount({ account, amount }: WriteOf<'raise-account'>): Program<WriteRefusal | null> {
  const name = storable(account);
  yield* ensureAccount(name);
  yield* write({ sql: RAISE, values: [...valuesOf(amount), name] });
  return null;
}

export function* warnAccount({ account }: WriteOf<'warn-account'>): Program<WriteRefusal | null> {
  const name = storable(account);
  yield* ensureAccount(name);
  const sql = 'update account set is_warned = 1 where name = ? and is_warned = 0';
  return (yield* write({ sql, values: [name] })) === 0 ? { why: 'stale' } : null;
}

export const accountReads = (engine: Engine): Pick<Store, 'listAccounts'> => ({
  listAccounts: async (names) => {
    if (names.length === 0) return [];
    const marks = names.map(() => '?').join(', ');
    const sql = `select name, ${COLUMNS} from account where name in (${marks})`;
    const rows = await engine.read({ sql, values: names.map(storable) });
    const known = new Map(rows.map((row) => [String(row.name), fromRow(row)]));
    return names.map((name) => known.get(storable(name)) ?? emptyAccount(name));
  },
});

const amountIn = (row: Row, prefix: string): Amount => ({
  microUsd: Number(row[`${prefix}_micro_usd`]),
  tokens: Number(row[`${prefix}_tokens`]),
});

const fromRow = (row: Row): Account => ({
  name: String(row.name),
  spent: amountIn(row, 'spent'),
  reserved: amountIn(row, 'reserved'),
  raised: amountIn(row, 'raised'),
  isWarned: row.is_warned === 1,
});
