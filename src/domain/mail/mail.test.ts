import { expect, test } from 'vitest';
import { replySubject, subjectOf } from './mail.ts';

test('a mail without a subject has the beginning of its first line', () => {
  expect(subjectOf('\n  Look at auth.ts\nplease')).toBe('Look at auth.ts');
  expect(subjectOf('👍'.repeat(90))).toBe(`${'👍'.repeat(79)}…`);
});

test('an answer to an answer is marked once', () => {
  expect(replySubject(replySubject('Locks'))).toBe('Re: Locks');
});
