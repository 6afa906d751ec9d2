import { expect, test } from 'vitest';
import { TITLE_LETTERS, titleOf } from './title.ts';

test.each([
  ['Fix the login', 'Fix the login'],
  ['\n\n# Fix the login #\n\nIt fails.', 'Fix the login'],
  ['---\nowner: me\n---\n## Update the docs\n', 'Update the docs'],
  ['---\n\nMend it', 'Mend it'],
  ['fix\tthe\u001b[31m login\r\nnow', 'fix the [31m login'],
  ['#!/bin/sh', '#!/bin/sh'],
  ['…', ''],
])('the title of %j is its first heading or line', (task, title) => {
  expect(titleOf(task)).toBe(title);
});

test('a title that was given goes first, unless it is blank', () => {
  expect(titleOf('# Fix it', 'Login\nbroken')).toBe('Login broken');
  expect(titleOf('# Fix it', ' \n')).toBe('Fix it');
});

test('a long title is cut visibly, between letters', () => {
  const title = titleOf('🐝'.repeat(TITLE_LETTERS + 1));
  expect([...title]).toHaveLength(TITLE_LETTERS);
  expect(title.endsWith('🐝…')).toBe(true);
});
