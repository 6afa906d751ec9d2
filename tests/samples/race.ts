import { draftRace, type Race } from '../../src/domain/race/race.ts';

/** A race of two that has just begun, for tests to change what they are about. */
export const aRace = (changes: Partial<Race> = {}): Race => ({
  ...draftRace({
    id: 'race-1',
    title: 'Mend the login',
    policy: { kind: 'first', gate: null, judge: null, stageMs: null, budgetUsd: null, budgetTokens: null },
    rivals: [
      { sessionId: 's1', cli: 'claude' },
      { sessionId: 's2', cli: 'codex' },
    ],
    key: null,
    contentHash: 'hash',
    hostId: 'host',
    at: 1_000,
  }),
  ...changes,
});
