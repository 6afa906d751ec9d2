import type { Attempt } from '../domain/attempt/attempt.ts';
import type { Engine } from './engine.ts';
import { attemptTable } from './schema.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store } from './store.ts';
import { storable } from './table.ts';

// All that is learnt about an attempt after it was opened. The type makes sure that nothing is left out.
const LEARNT: Record<
  Exclude<keyof Attempt, 'sessionId' | 'number' | 'hostId' | 'resumed' | 'openedAt'>,
  true
> = {
  eventsCursor: true,
  transcript: true,
  promptId: true,
  stderrCursor: true,
  stall: true,
  turnUsage: true,
  lastEventAt: true,
  protocolState: true,
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
  costBaseUsd: true,
  awaited: true,
  unknownEvents: true,
  brokenLines: true,
  lastSaid: true,
  lastResult: true,
  lastResultOk: true,
  capMicroUsd: true,
  reservedMicroUsd: true,
  reservedTokens: true,
  reservedDay: true,
  cpuMs: true,
  peakKb: true,
};

/** Guarded by all that it writes, cursor included: what was learnt meanwhile is not overwritten. */
export const attempts = steppedTable(attemptTable, {
  duplicateOf: 'attempt',
  stepped: LEARNT,
  guards: Object.keys(LEARNT) as (keyof typeof LEARNT)[],
});

export const attemptReads = (engine: Engine): Pick<Store, 'findAttempt' | 'listAttempts'> => ({
  findAttempt: (sessionId, number) => attempts.find(engine, sessionId, number),
  listAttempts: (sessionId) =>
    attemptTable.list(engine, 'where session_id = ? order by number', [storable(sessionId)]),
});
