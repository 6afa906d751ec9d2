import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test('a text that is cut says how much of it is not there', () => {
  expect(cutText('12345', 5)).toBe('12345');
  expect(cutText('👍👍👍👍', 1)).toBe('👍… 3 more characters');
});
