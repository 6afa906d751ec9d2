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

const USING: AgentFact = { kind: 'using', messageId: 'm', inputTokens: 990, outputTokens: 10 };
const TOOL: AgentFact = { kind: 'tool-started', name: 'Bash', summary: 'ls' };
const SAID: AgentFact = { kind: 'said', text: 'The answer.', asResult: 'whole' };
const SPENT: AgentFact = { kind: 'spent', inputTokens: 990, outputTokens: 10, costUsd: 0 };

/** The session after an agent with a budget of a thousand tokens has told these facts. */
async function afterFacts(facts: readonly AgentFact[]) {
  const session = aSession({ state: 'working', attempt: 1, retriesLeft: 0 });
  const attempt = anAttempt({ reservedTokens: 1_000, reservedDay: '2026-11-15' });
  const store = await storeWith({ session, turns: [aTurn({ state: 'seen', attempt: 1 })], attempt });
  const deps = roundDeps({
    store,
    agent: { ...rehearsal, parseLine: () => facts },
    attempts: {
      observe: async () => ({ is: 'alive', pid: 1 }),
      readEvents: async () => ({ lines: ['a line'], next: 7, tooLong: 0, isAll: true }),
      listAsking: async () => [],
      drawAt: async () => undefined,
    },
  });
  expect(await readEvents(deps, await observeScene(deps, session, null))).toBe('again');
  return store.findSession(session.id);
}

test.each([[[USING, TOOL]], [[SPENT]]])(
  'a turn that goes on with all tokens of its budget taken is stopped, and costs no retry',
  async (facts) => {
    expect(await afterFacts(facts)).toMatchObject({
      state: 'parked',
      parked: { cause: 'allowance-spent' },
      retriesLeft: 0,
    });
  },
);

test.each([[[USING, SAID]], [[USING]], [[{ ...SPENT, isLast: true }]]])(
  'words that take the last tokens of a budget may be the answer, and are waited for',
  async (facts) => {
    expect(await afterFacts(facts)).toMatchObject({ state: 'working' });
  },
);

test.each(['starting', 'working'] as const)(
  'a screen that opens for a person gives back what was set aside for its start: %s',
  async (state) => {
    const session = aSession({ state, attempt: 1, takenOver: true });
    const attempt = anAttempt({ reservedTokens: 1_000, reservedDay: '2026-11-15' });
    const turns = [aTurn({ kind: 'takeover', state: 'handed', attempt: 1 })];
    const store = await storeWith({ session, turns, attempt });
    const began: AgentFact = { kind: 'began', conversationId: 'c', model: null };
    const deps = roundDeps({
      store,
      agent: { ...rehearsal, parseLine: () => [began] },
      attempts: {
        observe: async () => ({ is: 'alive', pid: 1 }),
        readEvents: async () => ({ lines: ['a line'], next: 7, tooLong: 0, isAll: true }),
        listAsking: async () => [],
        drawAt: async () => undefined,
      },
    });
    await readEvents(deps, await observeScene(deps, session, null));
    expect(await store.findSession(session.id)).toMatchObject({ state: 'idle' });
    expect(await store.findAttempt(session.id, 1)).toMatchObject({ reservedTokens: 0, reservedDay: null });
  },
);
