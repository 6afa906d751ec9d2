import { expect, test } from 'vitest';
import { endPause, pauseText } from './pause.ts';

const pause = { id: 'p', since: 5, by: 'ann', reason: 'too hot', endedAt: null };

test('a pause ends once', () => {
  const step = endPause(pause, 9);
  expect(step.ok && step.value.to.endedAt).toBe(9);
  expect(endPause({ ...pause, endedAt: 9 }, 10).ok).toBe(false);
});

test('a pause says whose it is, and why where that was said', () => {
  expect(pauseText(pause)).toBe('The project is paused by ann: too hot');
  expect(pauseText({ ...pause, reason: '' })).toBe('The project is paused by ann');
});
