import { expect, test } from 'vitest';
import { isSameText, screenPrompt } from './screen-prompt.ts';

const put = (body: string): string => screenPrompt(body, '/a/prompt.md');

test.each(['Do it.', 'two\nlines', '- a list', '--help', 'please exit', 'C:\\dir is it', '@a.txt what'])(
  'the words %j are put to the screen as they are',
  (body) => {
    expect(put(body)).toBe(body);
  },
);

test.each(['/help me', ' /x', '!ls', '#note', 'exit', ' QUIT ', ':q', 'ends with \\'])(
  'the screen would take %j for itself, so it goes inside other words',
  (body) => {
    expect(put(body)).toContain(body);
    expect(put(body)).toMatch(/^The task is:[\s\S]*\)$/);
  },
);

test('what is too long for an argument is read from the file', () => {
  expect(put('é'.repeat(60_000))).toContain('/a/prompt.md');
  expect(put('é'.repeat(40_000))).toBe('é'.repeat(40_000));
});

test('a prompt is known again whatever became of its blanks, and no other is', () => {
  expect(isSameText('a\tb\r\n c\n\n', 'a    b\n c')).toBe(true);
  expect(isSameText('a b', 'ab')).toBe(false);
});
