import { expect, test } from 'vitest';
import { aQuestion, aSession, aTurn } from '../../../tests/store/rows.ts';
import type { Obstacle } from '../../domain/agent/obstacle.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Write } from '../../store/store.ts';
import type { RoundDeps } from '../deps.ts';
import type { SessionScene } from './session-scene.ts';
import { askAboutObstacle } from './start-obstacle.ts';

const trust: Obstacle = {
  code: 'trust',
  what: 'it would ask',
  remedy: 'answer',
  isCertain: true,
  fix: null,
};

async function hold(session: Partial<Session>, found: readonly Obstacle[], questions: Question[] = []) {
  const commits: (readonly Write[])[] = [];
  const looks: string[] = [];
  const deps = {
    by: 'supervisor',
    clock: { now: () => 5 },
    ids: { hash: (text: string) => `${text.length}-hash-of-a-start` },
    store: {
      listQuestions: async () => questions,
      commit: async (writes: readonly Write[]) => {
        commits.push(writes);
        return { saved: true };
      },
    },
    starts: {
      observePlace: async (place: object) => place,
      readFiles: async () => {
        looks.push('files');
        return {};
      },
    },
  } as unknown as RoundDeps;
  const scene = {
    session: aSession({ state: 'starting', attempt: 1, mode: 'interactive', ...session }),
    agent: { name: 'talk', startFiles: () => [], foresee: () => found },
    turns: [aTurn({ state: 'handed', attempt: 1 })],
  } as unknown as SessionScene;
  const plan = { argv: [], env: {}, workDir: '/p', input: 'terminal', files: {} } as const;
  const look = await askAboutObstacle(deps, scene, { plan, permissionMode: null });
  return { look, writes: commits.flat(), looks };
}

test('a start that a dialog would hold up becomes one question, and its turn stays where it is', async () => {
  const { look, writes } = await hold({}, [trust]);
  expect(look).toBe('again');
  expect(writes).toMatchObject([
    { kind: 'step-session', step: { event: 'asked', to: { state: 'waiting' } } },
    {
      kind: 'add-question',
      question: { kind: 'start', state: 'open', attempt: 1, payload: { codes: ['trust'] } },
    },
  ]);
});

test('without a screen nobody looks, and without an obstacle nobody is asked', async () => {
  expect(await hold({ mode: 'headless' }, [trust])).toEqual({ look: null, writes: [], looks: [] });
  expect(await hold({}, [])).toEqual({ look: null, writes: [], looks: ['files'] });
});

test('what was to be started with anyway is started with', async () => {
  const said = (answer: string) => aQuestion({ kind: 'start', payload: { codes: ['trust'] }, answer });
  expect((await hold({}, [trust], [said('start anyway')])).look).toBeNull();
  expect((await hold({}, [trust], [said('look again')])).look).toBe('again');
});
