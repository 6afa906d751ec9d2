import { expect, test } from 'vitest';
import { aQuestion } from '../../../tests/store/rows.ts';
import { grantedMs, isGivenUp, isTimeQuestion, wordTime } from './time-question.ts';

test('who goes on gets the time of the beginning again, however often', () => {
  const first = aQuestion(wordTime({ text: 'too long', lifetimeMs: 30 }, []));
  const second = aQuestion(wordTime({ text: 'too long', lifetimeMs: 60 }, [aQuestion(), first]));
  expect([first.options, isTimeQuestion(first)]).toEqual([['go on', 'give up'], true]);
  expect(grantedMs([{ ...first, answer: 'go on' }])).toBe(30);
  expect(grantedMs([{ ...second, answer: 'go on' }])).toBe(30);
  expect(grantedMs([{ ...second, answer: 'give up' }, aQuestion({ answer: 'go on' })])).toBe(0);
});

test('only an answer about the time gives a session up', () => {
  const asked = aQuestion({ ...wordTime({ text: 'too long', lifetimeMs: 30 }, []), answer: 'give up' });
  expect(isGivenUp(asked)).toBe(true);
  expect(isGivenUp({ ...asked, answer: 'go on' })).toBe(false);
  expect(isGivenUp(aQuestion({ answer: 'give up' }))).toBe(false);
});
