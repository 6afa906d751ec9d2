import { expect, test } from 'vitest';
import { roundDeps, storeWith } from '../../../tests/samples/round.ts';
import { anAttempt, aSession, aTurn } from '../../../tests/store/rows.ts';
import { rehearsal } from '../../agents/rehearsal.ts';
import type { AgentFact } from '../../domain/agent/fact.ts';
import { readEvents } from './read-events.ts';
import { observeScene } from './session-scene.ts';

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
  const session = aSession({ state: 'working', attempt: 1 });
  const turns = [aTurn({ state: 'seen', attempt: 1 })];
  const store = await storeWith({ session, turns, attempt: anAttempt() });
  const key = 's/1/interrupt-request.txt';
  const deps = roundDeps({
    store,
    agent: { ...rehearsal, parseLine: () => [ENDED] },
    attempts: {
      observe: async () => ({ is: 'alive', pid: 1 }),
      readEvents: async () => ({ lines: ['a line'], next: 7, tooLong: 0, isAll: true }),
      listAsking: async () => [{ key, onceKey: null, name: key, text: '', attempt: 1 }],
    },
  });
  expect(await readEvents(deps, await observeScene(deps, session, null))).toBe('again');
  // Nothing of the record counts yet.
  expect(await store.findAttempt(session.id, 1)).toMatchObject({ eventsCursor: 0 });
  expect(await store.findSession(session.id)).toEqual(session);
  expect(await store.listTurns(session.id)).toEqual(turns);
});
