import { expect, test } from 'vitest';
import { foldTranscript, type TranscriptEntry, transcriptDueAt } from './transcript.ts';

const spent = (at: number, messageId: string, inputTokens: number): string =>
  JSON.stringify({ at, messageId, fact: { kind: 'spent', inputTokens, outputTokens: 1, costUsd: 0 } });
const parse = (line: string): TranscriptEntry | null => (line === '' ? null : JSON.parse(line));
const reading = { cursor: {}, parse, since: 10 };
const tokensOf = (lines: readonly string[], more: Partial<typeof reading> = {}) =>
  foldTranscript([{ name: 'a', lines, bytes: 5 }], { ...reading, ...more }).facts.map((fact) =>
    fact.kind === 'spent' ? fact.inputTokens : fact.kind,
  );

test('an answer that takes several lines is counted once', () => {
  expect(tokensOf([spent(10, 'm1', 3), '', spent(11, 'm1', 3), spent(12, 'm2', 4)])).toEqual([3, 4]);
});

test('also where a look ends between two of its lines', () => {
  const first = foldTranscript([{ name: 'a', lines: [spent(10, 'm1', 3)], bytes: 7 }], reading);
  expect(first.cursor).toEqual({ a: { bytes: 7, messageId: 'm1' } });
  const next = foldTranscript([{ name: 'a', lines: [spent(11, 'm1', 3)], bytes: 9 }], {
    ...reading,
    cursor: first.cursor,
  });
  expect(next).toEqual({ cursor: { a: { bytes: 9, messageId: 'm1' } }, facts: [] });
});

test('what earlier attempts wrote into the same conversation does not count', () => {
  expect(tokensOf([spent(9, 'm1', 3), spent(10, 'm2', 4)])).toEqual([4]);
});

test('files keep places of their own', () => {
  const files = [
    { name: 'main', lines: [spent(10, 'm1', 3)], bytes: 1 },
    { name: 'sub', lines: [spent(10, 'm1', 4)], bytes: 2 },
  ];
  expect(foldTranscript(files, { ...reading, cursor: { old: { bytes: 8, messageId: null } } })).toEqual({
    cursor: {
      old: { bytes: 8, messageId: null },
      main: { bytes: 1, messageId: 'm1' },
      sub: { bytes: 2, messageId: 'm1' },
    },
    facts: [expect.objectContaining({ inputTokens: 3 }), expect.objectContaining({ inputTokens: 4 })],
  });
});

test.each([
  [null, 0, null],
  [100, 100, 1_100],
  [100, 1_100, 3_100],
  [100, 3_100, null],
])('after an event at %s it is read again from %s on at %s', (lastEventAt, now, due) => {
  expect(transcriptDueAt(lastEventAt, now)).toBe(due);
});
