import { expect, test } from 'vitest';
import { decideNextStep } from './next-step.ts';

const questions = [{ id: 'q-1' }, { id: 'q-2' }];
const working = [{ id: 's-1' }];
const own = { id: 's-2', runId: null };
const ofRun = { id: 's-3', runId: '17' };

test('a question goes before a merge, a merge before a look, and without work there is some to begin', () => {
  expect(decideNextStep({ questions, reviews: [own], working })).toEqual({ is: 'answer', questionId: 'q-1' });
  expect(decideNextStep({ questions: [], reviews: [own], working })).toEqual({
    is: 'merge-session',
    sessionId: 's-2',
  });
  expect(decideNextStep({ questions: [], reviews: [ofRun], working })).toEqual({
    is: 'merge-run',
    runId: '17',
  });
  expect(decideNextStep({ questions: [], reviews: [], working })).toEqual({ is: 'follow', sessionId: 's-1' });
  expect(decideNextStep({ questions: [], reviews: [], working: [] })).toEqual({ is: 'create' });
});
