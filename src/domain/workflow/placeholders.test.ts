import { expect, test } from 'vitest';
import { fillPlaceholders } from './placeholders.ts';

const filling = { goal: 'g {input} $&', input: '', feedback: 'f' };

test('placeholders are filled once, and what is filled in is left alone', () => {
  expect(fillPlaceholders('Do {goal}: {feedback}', filling)).toBe('Do g {input} $&: f');
});

test('a line that holds only an empty placeholder goes; an empty line stays', () => {
  expect(fillPlaceholders('a\n\n{input}\nb', filling)).toBe('a\n\nb');
});

test('double braces stand for the word, and other braces for themselves', () => {
  expect(fillPlaceholders('{{goal}} {other} {"a": {"b": 1}}', filling)).toBe(
    '{goal} {other} {"a": {"b": 1}}',
  );
});
