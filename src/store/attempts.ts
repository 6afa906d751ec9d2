import type { Attempt } from '../domain/attempt/attempt.ts';
import type { Engine } from './engine.ts';
import { type Program, write } from './program.ts';
import { attemptTable } from './schema.ts';
import type { Store } from './store.ts';
import { storable } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

// All that is learnt about an attempt after it was opened. The type makes sure that nothing is left out.
const LEARNT: Record<
  Exclude<keyof Attempt, 'sessionId' | 'number' | 'hostId' | 'resumed' | 'openedAt'>,
  true
> = {
  eventsCursor: true,
  lastEventAt: true,
  conversationId: true,
  heardAt: true,
  endedAt: true,
  exitCode: true,
  outputBytes: true,
  toolsBytes: true,
  errorsBytes: true,
  messages: true,
  tools: true,
  currentTool: true,
  openTools: true,
  inputTokens: true,
  outputTokens: true,
  costUsd: true,
  backgroundTasks: true,
  unknownEvents: true,
  brokenLines: true,
  lastSaid: true,
  lastResult: true,
  lastResultOk: true,
  capMicroUsd: true,
  reservedMicroUsd: true,
  reservedTokens: true,
  reservedDay: true,
};
const LEARNT_FIELDS = Object.keys(LEARNT) as readonly (keyof typeof LEARNT)[];

export function* addAttempt(attempt: Attempt): Program<WriteRefusal | null> {
  return (yield* write(attemptTable.insert(attempt))) === 0 ? { why: 'duplicate', of: 'attempt' } : null;
}

/** Guarded by all that it writes, cursor included: what was learnt meanwhile is not overwritten. */
export function* saveAttempt(from: Attempt, to: Attempt): Program<WriteRefusal | null> {
  const changed = yield* write(attemptTable.update({ set: LEARNT_FIELDS, to, from, guards: LEARNT_FIELDS }));
  return changed === 0 ? { why: 'stale' } : null;
}

export const attemptReads = (engine: Engine): Pick<Store, 'findAttempt' | 'listAttempts'> => ({
  findAttempt: async (sessionId, number) => {
    const where = 'where session_id = ? and number = ?';
    const [row] = await engine.read(attemptTable.select(where, [storable(sessionId), number]));
    return row && attemptTable.fromRow(row);
  },
  listAttempts: async (sessionId) => {
    const rest = 'where session_id = ? order by number';
    return (await engine.read(attemptTable.select(rest, [storable(sessionId)]))).map(attemptTable.fromRow);
  },
});
