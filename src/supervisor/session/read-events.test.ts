import { expect, test } from 'vitest';
import { anAttempt, aSession, aTurn } from '../../../tests/store/rows.ts';
import { rehearsal } from '../../agents/rehearsal.ts';
import type { AgentFact } from '../../domain/agent/fact.ts';
import type { RoundDeps } from '../deps.ts';
import { readEvents } from './read-events.ts';
import type { SessionScene } from './session-scene.ts';

const ENDED: AgentFact = {
  kind: 'turn-ended',
  ok: true,
  text: 'done',
  problem: null,
  inputTokens: 0,
  outputTokens: 0,
  processCostUsd: null,
};

test('what was asked for before a turn ended is taken in before that end', async () => {
  // Whatever else it touched would fail: nothing is drawn and nothing is saved.
  const deps = {
    attempts: {
      readEvents: async () => ({ lines: ['a line'], next: 7, tooLong: 0, isAll: true }),
      listAsking: async () => [{ key: 's/1/interrupt-request.txt' }],
    },
    store: { findIntake: async () => undefined },
  } as unknown as RoundDeps;
  const scene = {
    session: aSession({ state: 'working', attempt: 1 }),
    turns: [aTurn({ state: 'seen', attempt: 1 })],
    attempt: anAttempt(),
    agent: { ...rehearsal, parseLine: () => [ENDED] },
    sight: { is: 'alive', pid: 1 },
  } as unknown as SessionScene;
  expect(await readEvents(deps, scene)).toBe('again');
});
