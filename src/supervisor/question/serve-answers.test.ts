import { expect, test } from 'vitest';
import { aQuestion, aSession, aTurn, type QuestionChanges } from '../../../tests/store/rows.ts';
import { claude } from '../../agents/claude.ts';
import { wordQuestion } from '../../domain/question/kinds.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import type { Write } from '../../store/store.ts';
import type { RoundDeps } from '../deps.ts';
import type { SessionScene } from '../session/session-scene.ts';
import { serveAnswers } from './serve-answers.ts';

type Rows = Readonly<{
  session?: Partial<Session>;
  turn?: Partial<Turn>;
  question?: QuestionChanges;
  isAlive?: boolean;
}>;

async function serve({ session, turn, question, isAlive = true }: Rows): Promise<string[]> {
  const commits: (readonly Write[])[] = [];
  const pushes: string[] = [];
  const deps = {
    by: 'supervisor',
    clock: { now: () => 5 },
    ids: { uuid: () => 'new' },
    config: { limits: { sessions: 1 }, timeouts: { graceMs: 10 } },
    attempts: {
      hasAskerLeft: async () => true,
      ensureGone: async () => undefined,
      ensureInputEnded: async () => pushes.push('end-input'),
      sendSignal: async (_: unknown, signal: string) => pushes.push(signal),
    },
    store: {
      listQuestions: async () => [aQuestion({ attempt: 1, ...question })],
      commit: async (writes: readonly Write[]) => {
        commits.push(writes);
        return { saved: true };
      },
    },
  } as unknown as RoundDeps;
  const scene = {
    session: aSession({ state: 'waiting', attempt: 1, mode: 'interactive', ...session }),
    turns: [aTurn({ state: 'seen', attempt: 1, ...turn })],
    attempt: null,
    agent: claude,
    sight: isAlive ? { is: 'alive', pid: 1 } : { is: 'absent' },
  } as unknown as SessionScene;
  await serveAnswers(deps, scene);
  return [...pushes, ...commits.flat().map(wordsOf)];
}

function wordsOf(write: Write): string {
  if (write.kind === 'step-session') return `${write.step.event}: ${write.step.to.state}`;
  if (write.kind === 'add-turn') return `turn: ${write.turn.kind}`;
  if (write.kind === 'step-question') return `${write.step.to.state}: ${write.journal.note}`;
  return write.kind;
}

const ofRequest = {
  kind: 'permission',
  payload: { requestId: 'r1', input: null },
  options: ['allow', 'deny'],
} as const;
const allowed = { ...ofRequest, state: 'answered', answer: 'allow' } as const;

test('while a question is open nothing is served', async () => {
  expect(await serve({ question: { ...ofRequest, state: 'open' } })).toEqual([]);
});

test('the answer to a dialog goes to the hook beside it, and takes a place', async () => {
  const writes = await serve({ question: allowed });
  expect(writes).toEqual(['take-slot', 'answered-live: working', 'delivered: by hook']);
});

test('without a screen the same answer is a line of input', async () => {
  const writes = await serve({ question: allowed, session: { mode: 'headless' } });
  expect(writes.at(-1)).toBe('delivered: by line');
});

test('nothing is added after a turn that came to its end while the session waited', async () => {
  const question = { ...ofRequest, state: 'superseded' } as const;
  expect(await serve({ question, turn: { state: 'done' } })).toEqual(['answered: idle']);
});

test('a turn that goes on behind a dialog that is gone is worked on', async () => {
  const question = { ...ofRequest, state: 'superseded' } as const;
  expect(await serve({ question })).toEqual(['take-slot', 'answered-live: working']);
});

test('an answer whose process is gone is closed, and the agent is told to go on', async () => {
  const writes = await serve({ question: allowed, isAlive: false });
  expect(writes).toEqual(['answered: idle', 'superseded: the process that asked is gone', 'turn: continue']);
});

const login = wordQuestion('login', { login: { title: 'It', remedy: 'log in' }, words: 'no key' });
const loggedIn = { ...login, state: 'answered', answer: 'go on', answeredAt: 4 } as const;
const cut = { state: 'interrupted' } as const;

test('who has logged in lets the next attempt go on, once the process that was refused is gone', async () => {
  const headless = { session: { mode: 'headless' }, turn: cut } as const;
  expect(await serve({ ...headless, question: loggedIn, isAlive: false })).toEqual([
    'answered: idle',
    'delivered: go on',
    'turn: continue',
  ]);
  expect(await serve({ ...headless, question: loggedIn })).toEqual(['end-input']);
});

test('a process that was refused leaves while it is asked about, but its screen stays', async () => {
  const question = { ...login, state: 'open' } as const;
  expect(await serve({ question, turn: cut, session: { mode: 'headless' } })).toEqual(['end-input']);
  expect(await serve({ question, turn: cut })).toEqual([]);
  expect(await serve({ question: loggedIn, turn: cut })).toEqual(['TERM']);
});

test('to give up a login fails the session', async () => {
  const question = { ...loggedIn, answer: 'give up' };
  const writes = await serve({ question, turn: cut, isAlive: false });
  expect(writes).toEqual(['end: stopping', 'delivered: give up']);
});

const ofGate = {
  ...wordQuestion('gate', { workId: 'w', command: 'c', output: 'o' }),
  state: 'answered',
} as const;

test('a gate that was mended is looked at again without a word to the agent', async () => {
  const serveGate = (answer: string) =>
    serve({ question: { ...ofGate, answer }, turn: { state: 'done' }, session: { mode: 'headless' } });
  expect(await serveGate('look again')).toEqual(['answered: idle', 'delivered: look again']);
  expect(await serveGate('tell the agent')).toEqual([
    'answered: idle',
    'turn: message',
    'delivered: tell the agent',
  ]);
  expect(await serveGate('give up')).toEqual(['end: stopping', 'delivered: give up']);
});
