import { expect, test } from 'vitest';
import { aConfig } from '../../../tests/samples/config.ts';
import { roundDeps, storeWith } from '../../../tests/samples/round.ts';
import { aQuestion, aSession, aTurn, type QuestionChanges, T0 } from '../../../tests/store/rows.ts';
import { claude } from '../../agents/claude.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import { observeScene } from '../session/session-scene.ts';
import { serveAnswers } from './serve-answers.ts';

type Rows = Readonly<{
  session?: Partial<Session>;
  turn?: Partial<Turn>;
  question?: QuestionChanges;
  isAlive?: boolean;
}>;

const config = aConfig({ limits: { sessions: 1 }, timeouts: { graceMs: 10 } });

/** What became of the session, its question and its turns, and what was done to its process. */
async function serve({ session: changes, turn, question, isAlive = true }: Rows) {
  const session = aSession({ state: 'waiting', attempt: 1, mode: 'interactive', cli: 'claude', ...changes });
  const store = await storeWith({
    session,
    turns: [aTurn({ state: 'seen', attempt: 1, ...turn })],
    questions: [aQuestion({ attempt: 1, ...question })],
  });
  const pushes: string[] = [];
  const deps = roundDeps({
    store,
    agent: claude,
    config,
    attempts: {
      observe: async () => (isAlive ? { is: 'alive', pid: 1 } : { is: 'absent' }),
      hasAskerLeft: async () => true,
      ensureGone: async () => undefined,
      ensureInputEnded: async () => void pushes.push('end-input'),
      sendSignal: async (_, signal) => void pushes.push(signal),
    },
  });
  await serveAnswers(deps, await observeScene(deps, session, null));
  const asked = await store.findQuestion('question-1');
  const [, ...added] = await store.listTurns(session.id);
  return {
    state: (await store.findSession(session.id))?.state,
    question: asked?.state,
    /** Its index among the lines of input; null where another way was taken. */
    line: asked?.line ?? null,
    added: added.map(({ kind }) => kind),
    pushes,
  };
}

const UNTOUCHED = { state: 'waiting', added: [], pushes: [] };

const ofRequest = {
  kind: 'permission',
  payload: { requestId: 'r1', input: null },
  options: ['allow', 'deny'],
} as const;
const allowed = { ...ofRequest, state: 'answered', answer: 'allow' } as const;

test('while a question is open nothing is served', async () => {
  const served = await serve({ question: { ...ofRequest, state: 'open' } });
  expect(served).toMatchObject({ ...UNTOUCHED, question: 'open' });
});

test('the answer to a dialog goes to the hook beside it, and the session works on', async () => {
  const served = await serve({ question: allowed });
  expect(served).toMatchObject({ state: 'working', question: 'delivered', line: null, added: [] });
});

test('without a screen the same answer is a line of input', async () => {
  const served = await serve({ question: allowed, session: { mode: 'headless' } });
  expect(served).toMatchObject({ state: 'working', question: 'delivered', line: 1 });
});

test('nothing is added after a turn that came to its end while the session waited', async () => {
  const question = { ...ofRequest, state: 'superseded' } as const;
  expect(await serve({ question, turn: { state: 'done' } })).toMatchObject({ state: 'idle', added: [] });
});

test('a turn that goes on behind a dialog that is gone is worked on', async () => {
  const question = { ...ofRequest, state: 'superseded' } as const;
  expect(await serve({ question })).toMatchObject({ state: 'working', added: [] });
});

test('an answer whose process is gone is closed, and the agent is told to go on', async () => {
  const served = await serve({ question: allowed, isAlive: false });
  expect(served).toMatchObject({ state: 'idle', question: 'superseded', added: ['continue'] });
});

const login = wordQuestion('login', { login: { title: 'It', remedy: 'log in' }, words: 'no key' });
const loggedIn = { ...login, state: 'answered', answer: 'go on', answeredAt: T0 + 4 } as const;
const cut = { state: 'interrupted' } as const;

test('who has logged in lets the next attempt go on, once the process that was refused is gone', async () => {
  const headless = { session: { mode: 'headless' }, turn: cut, question: loggedIn } as const;
  const gone = await serve({ ...headless, isAlive: false });
  expect(gone).toMatchObject({ state: 'idle', question: 'delivered', added: ['continue'] });
  const alive = await serve(headless);
  expect(alive).toMatchObject({ state: 'waiting', question: 'answered', pushes: ['end-input'] });
});

test('a process that was refused leaves while it is asked about, but its screen stays', async () => {
  const question = { ...login, state: 'open' } as const;
  const headless = await serve({ question, turn: cut, session: { mode: 'headless' } });
  expect(headless).toMatchObject({ state: 'waiting', pushes: ['end-input'] });
  expect(await serve({ question, turn: cut })).toMatchObject(UNTOUCHED);
  expect(await serve({ question: loggedIn, turn: cut })).toMatchObject({ pushes: ['TERM'] });
});

test('to give up a login fails the session', async () => {
  const served = await serve({ question: { ...loggedIn, answer: 'give up' }, turn: cut, isAlive: false });
  expect(served).toMatchObject({ state: 'stopping', question: 'delivered', added: [] });
});

const ofGate = {
  ...wordQuestion('gate', { workId: 'w', command: 'c', output: 'o' }),
  state: 'answered',
} as const;

test('a gate that was mended is looked at again without a word to the agent', async () => {
  const serveGate = (answer: string) =>
    serve({ question: { ...ofGate, answer }, turn: { state: 'done' }, session: { mode: 'headless' } });
  const again = await serveGate('look again');
  expect(again).toMatchObject({ state: 'idle', question: 'delivered', added: [] });
  expect(await serveGate('tell the agent')).toMatchObject({ state: 'idle', added: ['message'] });
  expect(await serveGate('give up')).toMatchObject({ state: 'stopping', question: 'delivered' });
});
