import { expect, test } from 'vitest';
import { aQuestion } from '../../../tests/store/rows.ts';
import { sharedLogins, wordLogin } from './login-question.ts';

const login = { title: 'Claude Code', remedy: 'claude auth login' };

test('the question says who is not logged in, in whose words, and what to do', () => {
  const { text, options } = wordLogin({ login, words: 'Invalid API key\n' });
  expect(text).toMatch(/^Claude Code is not logged in: Invalid API key\nLog in \(claude auth login\), then/);
  expect(options).toEqual(['go on', 'give up']);
  expect(wordLogin({ login, words: 'x'.repeat(10_000) }).text.length).toBeLessThan(1_000);
});

test('who has logged in has done so for all who wait for the same, and gives up only one', () => {
  const of = (id: string, title: string) =>
    aQuestion({ id, ...wordLogin({ login: { ...login, title }, words: '' }) });
  const open = [of('a', 'Claude Code'), of('b', 'Claude Code'), of('c', 'Codex'), aQuestion({ id: 'd' })];
  const answered = { ...of('a', 'Claude Code'), answer: 'go on' };
  expect(sharedLogins(answered, open).map(({ id }) => id)).toEqual(['b']);
  expect(sharedLogins({ ...answered, answer: 'give up' }, open)).toEqual([]);
  expect(sharedLogins({ ...answered, kind: 'permission' }, open)).toEqual([]);
});
