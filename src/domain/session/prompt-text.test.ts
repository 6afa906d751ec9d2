import { expect, test } from 'vitest';
import { aTurn } from '../../../tests/store/rows.ts';
import { answerText, promptText, taskOf } from './prompt-text.ts';

const TASK = aTurn({ id: 't1', number: 1, kind: 'prompt', body: 'Task.' });
const AND_NOW = aTurn({ id: 't2', number: 2, kind: 'message', body: 'And now?' });

test('in a conversation that goes on, a turn is its own words', () => {
  expect(promptText(AND_NOW, TASK, true)).toBe('And now?');
});

test('the first prompt is its own words also where a conversation begins again', () => {
  expect(promptText(TASK, TASK, false)).toBe('Task.');
});

test('whoever is told something before it has a task is told just that', () => {
  const first = aTurn({ number: 1, kind: 'message', body: 'Get ready.' });
  expect(promptText(first, first, false)).toBe('Get ready.');
});

test('without the conversation, anything else comes after the task and a word on what happened', () => {
  const text = promptText(AND_NOW, TASK, false);
  expect(text.startsWith('Task.\n')).toBe(true);
  expect(text).toContain('interrupted');
  expect(text.endsWith('And now?')).toBe(true);
});

test('in a run the task is that of the round, and is not said twice', () => {
  const first = { ...TASK, round: 1 };
  const second = aTurn({ id: 't3', number: 3, kind: 'message', body: 'Mend it.', round: 3 });
  const reminder = aTurn({ id: 't4', number: 4, kind: 'message', body: 'The run waits.', round: 3 });
  const goOn = aTurn({ id: 't5', number: 5, kind: 'continue', body: 'Continue.', round: null });
  const turns = [first, AND_NOW, second, reminder, goOn];
  expect(turns.map((turn) => taskOf(turns, turn).id)).toEqual(['t1', 't1', 't3', 't3', 't3']);
  expect(taskOf([AND_NOW], AND_NOW)).toBe(AND_NOW);
  expect(promptText(goOn, second, false)).toMatch(/^Mend it\.\n[\s\S]*Continue\.$/);
  expect(promptText(second, second, false)).toMatch(/^Mend it\.\n[\s\S]*before you begin again\.$/);
});

test('an answer repeats its question', () => {
  expect(answerText('Red?', 'No, blue.')).toBe(
    'You asked: Red?\n\nThe answer is: No, blue.\n\nGo on with your task.',
  );
});
