import { expect, test } from 'vitest';
import { aTurn } from '../../../tests/store/rows.ts';
import { answerText, promptText } from './prompt-text.ts';

test('in a conversation that goes on, a turn is its own words', () => {
  expect(promptText(aTurn({ kind: 'message', body: 'And now?' }), 'Task.', true)).toBe('And now?');
});

test('the first prompt is its own words also where a conversation begins again', () => {
  expect(promptText(aTurn({ kind: 'prompt', body: 'Task.' }), 'Task.', false)).toBe('Task.');
});

test('without the conversation, anything else comes after the task and a word on what happened', () => {
  const text = promptText(aTurn({ kind: 'message', body: 'And now?' }), 'Task.', false);
  expect(text.startsWith('Task.\n')).toBe(true);
  expect(text).toContain('interrupted');
  expect(text.endsWith('And now?')).toBe(true);
});

test('an answer repeats its question', () => {
  expect(answerText('Red?', 'No, blue.')).toBe(
    'You asked: Red?\n\nThe answer is: No, blue.\n\nGo on with your task.',
  );
});
