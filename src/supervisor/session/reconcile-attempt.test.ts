import { expect, test } from 'vitest';
import { anAttempt, aQuestion, aSession, aTurn } from '../../../tests/store/rows.ts';
import { command } from '../../agents/command.ts';
import { gemini } from '../../agents/gemini.ts';
import type { Agent } from '../../domain/agent/agent.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Write } from '../../store/store.ts';
import type { RoundDeps } from '../deps.ts';
import { reconcileAttempt } from './reconcile-attempt.ts';
import type { SessionScene } from './session-scene.ts';

/** What is committed when a program that tells nothing but its exit has ended; one list per commit. */
async function settle(
  exitCode: number,
  session: Partial<Session> = {},
  agent: Agent = command,
): Promise<string[][]> {
  const commits: string[][] = [];
  const deps = {
    by: 'supervisor',
    clock: { now: () => 5 },
    ids: { uuid: () => 'new', hash: () => 'hash' },
    config: { retries: 3, failures: { backoffCapMs: 1 } },
    attempts: {
      ensureGone: async () => undefined,
      readEvents: async () => ({ next: 0 }),
      listAsking: async () => [],
      readErrors: async () => '',
      readResult: async () => null,
    },
    store: {
      findSpec: async () => undefined,
      listQuestions: async () => [aQuestion({ state: 'open' })],
      commit: async (writes: readonly Write[]) => {
        commits.push(writes.map(wordsOf));
        return { saved: true };
      },
    },
  } as unknown as RoundDeps;
  const scene = {
    session: aSession({ state: 'working', attempt: 1, ends: 'after-turn', ...session }),
    turns: [aTurn({ state: 'seen', attempt: 1 })],
    attempt: anAttempt({ eventsCursor: 0 }),
    agent,
    ref: {},
    sight: { is: 'over', exitCode, closedByPerson: false, worldDied: false },
  } as unknown as SessionScene;
  await reconcileAttempt(deps, scene);
  return commits;
}

function wordsOf(write: Write): string {
  if (write.kind === 'step-session') return `${write.step.event}: ${write.step.to.state}`;
  if (write.kind === 'step-turn') return `turn ${write.step.to.state}`;
  if (write.kind === 'step-question') return `question ${write.step.to.state}`;
  return write.kind;
}

test('an exit that ends the session is settled in one commit, to its final state', async () => {
  expect(await settle(0)).toEqual([
    ['turn done', 'end: stopping', 'question superseded', 'gone: completed', 'save-attempt'],
  ]);
});

test('a session that fails by its exit is over in one commit too', async () => {
  const [first, ...others] = await settle(3, { retriesLeft: 0 });
  expect(first).toEqual(expect.arrayContaining(['end: stopping', 'gone: failed', 'save-attempt']));
  expect(others).toEqual([]);
});

test('a session that rests after its turn is not ended by the exit', async () => {
  expect(await settle(0, { ends: 'when-told' })).toEqual([['turn done', 'turn-ended: idle', 'save-attempt']]);
});

test('an exit code by which a CLI says that nobody is logged in asks a person', async () => {
  const [first] = await settle(41, { retriesLeft: 0 }, gemini);
  expect(first).toEqual(['asked: waiting', 'add-question', 'save-attempt']);
  expect((await settle(42, { retriesLeft: 0 }, gemini))[0]).toContain('gone: failed');
});
