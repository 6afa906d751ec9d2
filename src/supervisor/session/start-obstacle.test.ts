import { expect, test } from 'vitest';
import { roundDeps, storeWith } from '../../../tests/samples/round.ts';
import { anAttempt, aQuestion, aSession, aTurn } from '../../../tests/store/rows.ts';
import { claude } from '../../agents/claude.ts';
import type { Obstacle } from '../../domain/agent/obstacle.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Session } from '../../domain/session/session.ts';
import { observeScene } from './session-scene.ts';
import { askAboutObstacle, observeStart } from './start-obstacle.ts';

const trust: Obstacle = {
  code: 'trust',
  what: 'it would ask',
  remedy: 'answer',
  isCertain: true,
  fix: null,
};
const plan = { argv: [], env: {}, workDir: '/p', input: 'terminal', files: {} } as const;

/** The rows after a start for which these obstacles are foreseen. */
async function foreseen(
  changes: Partial<Session>,
  obstacles: readonly Obstacle[],
  asked: readonly Question[] = [],
) {
  const session = aSession({ state: 'starting', attempt: 1, mode: 'interactive', ...changes });
  const store = await storeWith({
    session,
    turns: [aTurn({ state: 'handed', attempt: 1 })],
    attempt: anAttempt(),
    questions: asked,
  });
  let looks = 0;
  const deps = roundDeps({
    store,
    agent: { ...claude, startFiles: () => [], foresee: () => obstacles },
    attempts: { observe: async () => ({ is: 'absent' }) },
    starts: {
      observeContext: async (asked) => ({
        home: '/home',
        repository: null,
        platform: 'linux',
        isRoot: false,
        ...asked,
      }),
      readFiles: async () => {
        looks += 1;
        return {};
      },
    },
  });
  const scene = await observeScene(deps, session, null);
  const start = await observeStart(deps, scene, { plan, permissionMode: null });
  const look = start && (await askAboutObstacle(deps, scene, start));
  const [turn] = await store.listTurns(session.id);
  const open = await store.listQuestions({ sessionId: session.id, state: 'open' });
  return { look, looks, open, turn: turn?.state, state: (await store.findSession(session.id))?.state };
}

test('a start that a dialog would stop becomes one question, and its turn stays where it is', async () => {
  expect(await foreseen({}, [trust])).toMatchObject({
    look: 'again',
    state: 'waiting',
    turn: 'handed',
    open: [{ kind: 'start', attempt: 1, payload: { codes: ['trust'] } }],
  });
});

test('without a screen the round does not look, and without an obstacle it asks no person', async () => {
  const nothing = { look: null, state: 'starting', open: [] };
  expect(await foreseen({ mode: 'headless' }, [trust])).toMatchObject({ ...nothing, looks: 0 });
  expect(await foreseen({}, [])).toMatchObject({ ...nothing, looks: 1 });
});

test('what was to be started with anyway is started with', async () => {
  const said = (answer: string) =>
    aQuestion({ kind: 'start', payload: { codes: ['trust'] }, state: 'delivered', answer });
  expect((await foreseen({}, [trust], [said('start anyway')])).look).toBeNull();
  expect((await foreseen({}, [trust], [said('look again')])).look).toBe('again');
});
