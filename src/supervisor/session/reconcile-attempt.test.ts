import { expect, test, vi } from 'vitest';
import { roundDeps, storeWith } from '../../../tests/samples/round.ts';
import { anAttempt, aQuestion, aSession, aTurn, T0 } from '../../../tests/store/rows.ts';
import { command } from '../../agents/command.ts';
import { gemini } from '../../agents/gemini.ts';
import type { Agent } from '../../domain/agent/agent.ts';
import { NO_USE } from '../../domain/resource/use.ts';
import type { Session } from '../../domain/session/session.ts';
import { reconcileAttempt } from './reconcile-attempt.ts';
import { observeScene } from './session-scene.ts';

/** The rows after one round in which a program was found to have ended, and how many commits that took. */
async function afterExit(exitCode: number, changes: Partial<Session> = {}, agent: Agent = command) {
  const session = aSession({ state: 'working', attempt: 1, ends: 'after-turn', ...changes });
  const store = await storeWith({
    session,
    turns: [aTurn({ state: 'seen', attempt: 1 })],
    attempt: anAttempt(),
    questions: [aQuestion()],
  });
  const commit = vi.spyOn(store, 'commit');
  const deps = roundDeps({
    store,
    agent,
    attempts: {
      observe: async () => ({ is: 'over', exitCode, closedByPerson: false, worldDied: false }),
      ensureGone: async () => undefined,
      readEvents: async () => ({ lines: [], next: 0, tooLong: 0, isAll: true }),
      listAsking: async () => [],
      readErrors: async () => '',
      readResult: async () => null,
      observeUse: async () => NO_USE,
    },
  });
  await reconcileAttempt(deps, await observeScene(deps, session, null));
  const [turn] = await store.listTurns(session.id);
  const questions = await store.listQuestions({ sessionId: session.id });
  return {
    commits: commit.mock.calls.length,
    session: await store.findSession(session.id),
    attempt: await store.findAttempt(session.id, 1),
    turn: turn?.state,
    questions: questions.map(({ state, text }) => `${state}: ${text}`),
  };
}

test('an exit that ends the session is settled in one commit, to its final state', async () => {
  expect(await afterExit(0)).toMatchObject({
    commits: 1,
    session: { state: 'completed', ending: 'completed', exitCode: 0 },
    attempt: { endedAt: T0 + 5, exitCode: 0 },
    turn: 'done',
    questions: ['superseded: May I?'],
  });
});

test('a session that fails by its exit is over in one commit too', async () => {
  expect(await afterExit(3, { retriesLeft: 0 })).toMatchObject({
    commits: 1,
    session: { state: 'failed', reason: 'exit-code', exitCode: 3 },
    attempt: { endedAt: T0 + 5 },
    questions: ['superseded: May I?'],
  });
});

test('a crash is parked while a retry is left, and its turn stays until the next attempt', async () => {
  expect(await afterExit(137, { retriesLeft: 1 })).toMatchObject({
    commits: 1,
    session: { state: 'parked', retriesLeft: 0 },
    attempt: { endedAt: T0 + 5 },
    turn: 'seen',
    questions: ['open: May I?'],
  });
});

test('a session that rests after its turn is not ended by the exit', async () => {
  expect(await afterExit(0, { ends: 'when-told' })).toMatchObject({
    commits: 1,
    session: { state: 'idle' },
    attempt: { endedAt: T0 + 5 },
    turn: 'done',
    questions: ['open: May I?'],
  });
});

test('an exit code by which a CLI says that no account is logged in asks a person', async () => {
  const asked = await afterExit(41, { retriesLeft: 0 }, gemini);
  expect(asked).toMatchObject({ commits: 1, session: { state: 'waiting' }, attempt: { endedAt: T0 + 5 } });
  expect(asked.questions).toHaveLength(2);
  expect((await afterExit(42, { retriesLeft: 0 }, gemini)).session?.state).toBe('failed');
});
