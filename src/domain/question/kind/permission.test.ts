import { expect, test } from 'vitest';
import { aQuestion } from '../../../../tests/store/rows.ts';
import { grantsOf, wordQuestion } from '../kinds.ts';
import { answerQuestion, type Question } from '../question.ts';

const grant = { words: ['Bash(ls *)'], rules: '[1]' };
const request = {
  requestId: 'r',
  input: '{"command":"ls"}',
  tool: 'Bash',
  summary: 'ls',
  details: '  ls\n  rm x',
};
const asked = aQuestion(wordQuestion('permission', { ...request, grant }));
const once = aQuestion(wordQuestion('permission', request));

const answer = (question: Question, ...words: string[]) =>
  answerQuestion(question, { answer: words, by: 'ann', at: 1 });

function decisionOf(question: Question, ...words: string[]): unknown {
  const step = answer(question, ...words);
  if (!step.ok) return step.refusal.code;
  return [step.value.to.answer, ...grantsOf([step.value.to])];
}

test('it is asked with all that the tool would do', () => {
  expect(asked.text).toBe('May it use Bash?\n  ls\n  rm x');
  expect([asked.options, once.options]).toEqual([
    ['allow', 'always', 'deny'],
    ['allow', 'deny'],
  ]);
});

test('it is allowed once or for the session, or denied', () => {
  expect(decisionOf(asked, 'allow')).toEqual(['allow']);
  expect(decisionOf(asked, 'Yes')).toEqual(['allow']);
  expect(decisionOf(asked, 'always')).toEqual(['always', '[1]']);
  expect(decisionOf(asked, 'no')).toEqual(['deny']);
  for (const words of ['allow it', 'yes please', 'maybe', 'denying'])
    expect(decisionOf(asked, words)).toBe('answer-not-offered');
});

test('the words of a denial are kept as they were given', () => {
  const words = '  use "the other"\n\tfile ';
  expect(decisionOf(asked, 'deny', words)).toEqual([`deny ${words}`]);
  expect(decisionOf(asked, 'no, use it')).toEqual(['deny use it']);
  expect(decisionOf(asked, 'deny', ' ')).toEqual(['deny']);
});

test('it cannot be allowed for the session where the CLI has no rule for it', () => {
  const step = answer(once, 'always');
  expect(step.ok ? null : step.refusal).toMatchObject({ why: expect.stringContaining('offers no rule') });
});

test('what was allowed for the session stays so when the process that asked is gone', () => {
  const granted = { answer: 'always', state: 'superseded' } as const;
  expect(grantsOf([{ ...asked, ...granted }, { ...asked, ...granted }, once])).toEqual(['[1]']);
});
