import { expect, test } from 'vitest';
import { aQuestion } from '../../../../tests/store/rows.ts';
import { effectOfAnswer, sharedWith, wordQuestion } from '../kinds.ts';

const login = { title: 'Claude Code', remedy: 'claude auth login' };

test('the question says what is not logged in, in its own words, and what to do', () => {
  const { text, options } = wordQuestion('login', { login, words: 'Invalid API key\n' });
  expect(text).toMatch(/^Claude Code is not logged in: Invalid API key\nLog in \(claude auth login\), then/);
  expect(options).toEqual(['go on', 'give up']);
  expect(wordQuestion('login', { login, words: 'x'.repeat(10_000) }).text.length).toBeLessThan(1_000);
});

test('to give up ends the session with the first line of the refusal as its reason', () => {
  const question = aQuestion(wordQuestion('login', { login, words: 'Invalid API key\nRun /login' }));
  expect(effectOfAnswer(question, 'give up')).toMatchObject({
    ending: 'failed',
    text: 'Claude Code is not logged in: Invalid API key A person gave it up.',
  });
});

test('one login serves all that wait for the same, and to give up serves only one', () => {
  const of = (id: string, title: string, answer: string | null = null) =>
    aQuestion({ id, ...wordQuestion('login', { login: { ...login, title }, words: id }), answer });
  const open = [of('a', 'Claude Code'), of('b', 'Claude Code'), of('c', 'Codex'), aQuestion({ id: 'd' })];
  expect(sharedWith(of('a', 'Claude Code', 'go on'), open).map(({ id }) => id)).toEqual(['b']);
  expect(sharedWith(of('a', 'Claude Code', 'give up'), open)).toEqual([]);
  expect(sharedWith(aQuestion({ id: 'd', answer: 'go on' }), open)).toEqual([]);
});
