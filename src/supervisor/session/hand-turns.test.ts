import { expect, test } from 'vitest';
import { roundDeps, storeWith } from '../../../tests/samples/round.ts';
import { anAttempt, aQuestion, aSession, aTurn } from '../../../tests/store/rows.ts';
import { claude } from '../../agents/claude.ts';
import type { SessionState } from '../../domain/session/session.ts';
import { handTurns } from './hand-turns.ts';
import { observeScene } from './session-scene.ts';

/** The lines that a living process is fed after an answer was delivered while no turn was open. */
async function fedAfterAnswer(state: SessionState): Promise<readonly string[]> {
  const session = aSession({ state, attempt: 1, mode: 'headless', cli: 'claude' });
  const store = await storeWith({
    session,
    turns: [aTurn({ state: 'done', attempt: 1 })],
    attempt: anAttempt(),
    questions: [
      aQuestion({
        kind: 'permission',
        payload: { requestId: 'r-1', input: '{}' },
        state: 'delivered',
        answer: 'allow',
        attempt: 1,
        line: 1,
      }),
    ],
  });
  const fed: string[] = [];
  const deps = roundDeps({
    store,
    agent: claude,
    attempts: {
      observe: async () => ({ is: 'alive', pid: 7 }),
      ensureInput: async (_, lines) => void fed.push(...lines),
    },
  });
  await handTurns(deps, await observeScene(deps, session, null));
  return fed;
}

test('an answer reaches a process that asked between two turns, from a task of its own', async () => {
  const lines = await fedAfterAnswer('working');
  expect(lines.some((line) => line.includes('"r-1"'))).toBe(true);
});

test('a process that is being ended is fed nothing more', async () => {
  expect(await fedAfterAnswer('stopping')).toEqual([]);
});
