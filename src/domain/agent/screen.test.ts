import { expect, test } from 'vitest';
import { decideScreenMove, type ScreenMark, type ScreenObservation } from './screen.ts';

const decide = (observation: ScreenObservation, mark: ScreenMark = { stage: 'none', ageMs: 0 }) =>
  decideScreenMove({ observation, mark, isOurs: (typed) => typed === 'our words' });
const box = (typed: string): ScreenObservation => ({ is: 'box', typed, isAtWork: false });

test('words are put into an empty box', () => {
  expect(decide(box(''))).toEqual({ is: 'paste' });
});

test('nothing is typed where there is no box: it would answer a dialog', () => {
  expect(decide({ is: 'other' })).toMatchObject({ is: 'wait', because: 'not-ready' });
  expect(decide({ is: 'other' }, { stage: 'pasted', ageMs: 60_000 })).toMatchObject({ because: 'not-ready' });
});

test('what a person types is left alone', () => {
  expect(decide(box('a thought of'))).toMatchObject({ is: 'wait', because: 'person-types' });
});

test('our words are submitted once the screen has settled', () => {
  expect(decide(box('our words'), { stage: 'pasted', ageMs: 50 })).toEqual({
    is: 'wait',
    lookInMs: 100,
    because: 'settling',
  });
  expect(decide(box('our words'), { stage: 'pasted', ageMs: 150 })).toEqual({ is: 'enter' });
});

test('an Enter that was swallowed is repeated, but not at once', () => {
  expect(decide(box('our words'), { stage: 'entered', ageMs: 400 })).toMatchObject({ lookInMs: 600 });
  expect(decide(box('our words'), { stage: 'entered', ageMs: 1_000 })).toEqual({ is: 'enter' });
});

test('a box that is empty after the Enter is never filled again', () => {
  const mark = { stage: 'entered', ageMs: 3_600_000 } as const;
  expect(decide(box(''), mark)).toMatchObject({ is: 'wait', because: 'submitted', sinceMs: 3_600_000 });
});

test('what was submitted may still wait behind the words of a person while the agent is at work', () => {
  const mark = { stage: 'entered', ageMs: 9_000 } as const;
  const busy: ScreenObservation = { is: 'box', typed: '', isAtWork: true };
  expect(decide(busy, mark)).toMatchObject({ because: 'submitted', isAtWork: true });
  expect(decide(box(''), mark)).toMatchObject({ because: 'submitted', isAtWork: false });
});

test('a paste that has not appeared yet is waited for, and repeated when it was lost', () => {
  expect(decide(box(''), { stage: 'pasted', ageMs: 200 })).toMatchObject({ because: 'settling' });
  expect(decide(box(''), { stage: 'pasted', ageMs: 5_000 })).toEqual({ is: 'paste' });
});

test.each([
  [2_000, 1_000],
  [20_000, 5_000],
  [3_600_000, 30_000],
])('what was submitted %i ms ago and is not told of yet is looked for again in %i ms', (ageMs, lookInMs) => {
  expect(decide(box(''), { stage: 'entered', ageMs })).toMatchObject({ because: 'submitted', lookInMs });
});
