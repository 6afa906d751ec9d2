import { expect, test } from 'vitest';
import { roundDeps, storeWith } from '../../../tests/samples/round.ts';
import { aNote, anAttempt, aQuestion, aSession, aTurn, aWorkspace } from '../../../tests/store/rows.ts';
import { claude } from '../../agents/claude.ts';
import type { Session, SessionState } from '../../domain/session/session.ts';
import type { Workspaces } from '../../runtime/workspace/workspaces.ts';
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

/** A verifier whose process is there, and whose throw-away checkout is wanted anew. */
async function wantedAnew(session: Partial<Session>) {
  const verifier = aSession({ state: 'idle', attempt: 1, cli: 'claude', hasWorkspace: true, ...session });
  const store = await storeWith({
    session: verifier,
    turns: [aTurn({ state: 'queued', retries: 7 })],
    attempt: anAttempt(),
  });
  const workspace = aWorkspace({ sessionId: verifier.id, state: 'wanted', branch: '' });
  await store.commit([{ kind: 'add-workspace', workspace, journal: aNote() }]);
  const made: string[] = [];
  const known: Partial<Workspaces> = { ensureReady: async ({ path }) => void made.push(path) };
  const workspaces = known as Workspaces;
  const deps = roundDeps({
    store,
    agent: claude,
    attempts: { observe: async () => ({ is: 'alive', pid: 7 }), ensureInput: async () => undefined },
    workspaces,
  });
  const round = async () => {
    const now = (await store.findSession(verifier.id)) ?? verifier;
    await handTurns(deps, await observeScene(deps, now, null));
    const [turn] = await store.listTurns(verifier.id);
    return {
      made: made.length,
      turn: turn?.state,
      left: (await store.findSession(verifier.id))?.retriesLeft,
    };
  };
  return { round, store, id: verifier.id };
}

test('a checkout is made anew before its turn is handed over, which brings its retries along', async () => {
  const { round, store, id } = await wantedAnew({ retriesLeft: 0 });
  expect(await round()).toEqual({ made: 1, turn: 'queued', left: 0 });
  expect((await store.findWorkspace(id))?.state).toBe('ready');
  expect(await round()).toEqual({ made: 1, turn: 'handed', left: 7 });
});

test('an agent at work is not given another folder under its feet', async () => {
  const { round } = await wantedAnew({ state: 'working' });
  expect(await round()).toMatchObject({ made: 0, turn: 'queued' });
});
