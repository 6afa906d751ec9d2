import { holdsSlot, SESSION_STATES } from '../domain/session/session.ts';
import { lock, type Program, read } from './program.ts';

const SLOTTED = SESSION_STATES.filter(holdsSlot)
  .map((state) => `'${state}'`)
  .join(', ');

/** How many sessions hold a slot; no other transaction can take one before this one ends. */
export function* countTakenSlots(): Program<number> {
  // Two statements: in Postgres one that waits for a lock goes on reading what was true before it waited.
  yield* lock('slots');
  const [row] = yield* read({
    sql: `select count(*) as taken from session where state in (${SLOTTED})`,
    values: [],
  });
  return Number(row?.taken);
}
