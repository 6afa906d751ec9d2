import { expect, test } from 'vitest';
import { MESSAGE_TYPES } from '../domain/message/message-type.ts';
import { parseMessageContent, wordsOfMessage } from './message-content.ts';

const problemOf = (value: unknown): string | undefined => {
  const parsed = parseMessageContent(value);
  return parsed.ok ? undefined : parsed.problem;
};
const wordsOf = (value: unknown) => {
  const parsed = parseMessageContent(value);
  return parsed.ok ? wordsOfMessage(parsed.content) : undefined;
};

const SAMPLES = [
  { type: 'task', body: 'Do it.' },
  { type: 'finding', title: 'Sky', body: 'It is blue.', sources: ['sky.md:3'], confidence: 'high' },
  { type: 'review', verdict: 'approved' },
  { type: 'artifact', path: 'docs/design.md', summary: 'The design' },
  { type: 'question', body: 'Which one?' },
  { type: 'status', body: 'Half way.' },
  { type: 'result', summary: 'Done.' },
  { type: 'error', body: 'The tests hang.' },
];

test('there is a schema for every type of message', () => {
  expect(SAMPLES.map(({ type }) => type)).toEqual(MESSAGE_TYPES);
  expect(SAMPLES.map(problemOf)).toEqual(SAMPLES.map(() => undefined));
});

test('a finding is read with its sources, and a review with its findings', () => {
  expect(wordsOf(SAMPLES[1])?.body).toBe('Sky\nIt is blue.\nSources:\n- sky.md:3\nConfidence: high');
  const review = { type: 'review', verdict: 'changes', findings: [{ about: 'm1', text: 'no source' }] };
  expect(wordsOf(review)).toEqual({
    body: 'changes\n- m1: no source',
    verdict: 'changes',
    findings: [{ about: 'm1', text: 'no source' }],
    summary: '',
  });
});

test('a review that is not approved must say why', () => {
  expect(problemOf({ type: 'review', verdict: 'changes' })).toBe(
    'findings: a review that is not approved names at least one finding',
  );
  expect(problemOf({ type: 'review', verdict: 'maybe' })).toBe(
    'verdict: expected one of approved, changes, blocked',
  );
});

test.each(['/etc/passwd', '../x', 'a/../../b', '~/x', 'C:\\x', 'a\nb', ''])(
  '%j is no path of an artefact',
  (path) => {
    expect(problemOf({ type: 'artifact', path, summary: 'x' })).toContain('path: ');
  },
);

test('what is no message is answered with what would be one', () => {
  expect(problemOf({ type: 'opinion' })).toBe(`type: expected one of ${MESSAGE_TYPES.join(', ')}`);
  expect(problemOf({ type: 'status' })).toContain('body: ');
  expect(problemOf({ type: 'status', body: 'x', extra: 1 })).toBe('unknown: extra');
  expect(problemOf('hello')).toContain('expected');
  expect(problemOf({ type: 'status', body: 'x'.repeat(8 * 1024 * 1024 + 1) })).toContain('at most 8388608');
});
