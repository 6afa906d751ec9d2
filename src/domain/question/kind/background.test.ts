import { expect, test } from 'vitest';
import { aQuestion } from '../../../../tests/store/rows.ts';
import { effectOfAnswer, wordQuestion } from '../kinds.ts';

const asked = wordQuestion('background', { what: 'command "npm test"', waited: '30 min' });

test('the question says what is waited for, and that nothing was ended', () => {
  expect(asked.text).toContain('command "npm test"');
  expect(asked.text).toContain('Nothing was ended.');
});

test('only an answer ends what runs: the wait, or the session', () => {
  const effect = (answer: string) => effectOfAnswer(aQuestion(asked), answer)?.do ?? null;
  expect(['wait on', 'do not wait', 'stop', 'hm'].map(effect)).toEqual([
    'check-again',
    'stop-waiting',
    'end-session',
    null,
  ]);
});
