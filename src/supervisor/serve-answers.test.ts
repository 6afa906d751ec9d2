import { expect, test } from 'vitest';
import { aQuestion, aSession, aTurn } from '../../tests/store/rows.ts';
import type { Question } from '../domain/question/question.ts';
import type { Session } from '../domain/session/session.ts';
import type { Turn } from '../domain/turn/turn.ts';
import type { Write } from '../store/store.ts';
import type { RoundDeps } from './deps.ts';
import type { Scene } from './scene.ts';
import { serveAnswers } from './serve-answers.ts';

type Rows = Readonly<{
  session?: Partial<Session>;
  turn?: Partial<Turn>;
  question?: Partial<Question>;
  isAlive?: boolean;
}>;

async function serve({ session, turn, question, isAlive = true }: Rows): Promise<string[]> {
  const commits: (readonly Write[])[] = [];
  const deps = {
    by: 'supervisor',
    clock: { now: () => 5 },
    ids: { uuid: () => 'new' },
    config: { limits: { sessions: 1 } },
    attempts: { hasAskerLeft: async () => true },
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
    sight: isAlive ? { is: 'alive', pid: 1 } : { is: 'absent' },
  } as unknown as Scene;
  await serveAnswers(deps, scene);
  return commits.flat().map(wordsOf);
}

function wordsOf(write: Write): string {
  if (write.kind === 'step-session') return `${write.step.event}: ${write.step.to.state}`;
  if (write.kind === 'add-turn') return `turn: ${write.turn.kind}`;
  if (write.kind === 'step-question') return `${write.step.to.state}: ${write.journal.note}`;
  return write.kind;
}

const ofRequest = { requestId: 'r1', askingKey: null } as const;
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
  expect(writes).toEqual(['answered: idle', 'superseded: whoever asked is gone', 'turn: continue']);
});
