import { describe, expect, test } from 'vitest';
import { decideRounds, LONGEST_REST_MS, type RoundRecord } from './decide-rounds.ts';

const NOW = 1_700_000_000_000;
const record = (changes: Partial<RoundRecord> = {}): RoundRecord => ({
  fingerprint: 'as it was',
  at: NOW - 5_000,
  restUntil: null,
  ...changes,
});
const decide = (fingerprint: string, last: RoundRecord | undefined, now = NOW): string[] =>
  decideRounds({
    fingerprints: new Map([['s1', fingerprint]]),
    records: new Map(last === undefined ? [] : [['s1', last]]),
    now,
  });

describe('a round is needed', () => {
  test('by each that had none yet', () => {
    expect(decide('as it was', undefined)).toEqual(['s1']);
  });

  test('where something else is seen than the last round knew', () => {
    expect(decide('as it is', record())).toEqual(['s1']);
  });

  test('after a round that nothing was seen before', () => {
    expect(decide('as it was', record({ fingerprint: null }))).toEqual(['s1']);
  });

  test('when its time has come, though its timer has not told', () => {
    expect(decide('as it was', record({ restUntil: NOW }))).toEqual(['s1']);
    expect(decide('as it was', record({ restUntil: NOW + 1 }))).toEqual([]);
  });

  test('after the longest rest, though nothing was seen', () => {
    expect(decide('as it was', record({ at: NOW - LONGEST_REST_MS }))).toEqual(['s1']);
  });
});

test('where the same is seen, and nothing is due, there is none', () => {
  expect(decide('as it was', record())).toEqual([]);
});

test('of a thousand that began together, no sweep looks at more than a few for nothing', () => {
  const keys = Array.from({ length: 1_000 }, (_, n) => `20231114-2213${String(n).padStart(4, '0')}-scout`);
  const fingerprints = new Map(keys.map((key) => [key, 'as it was']));
  const records = new Map(keys.map((key) => [key, record({ at: NOW })]));
  const perSweep: number[] = [];
  for (let now = NOW; records.size > 0; now += 5_000) {
    const due = decideRounds({ fingerprints, records, now });
    for (const key of due) {
      records.delete(key);
      fingerprints.delete(key);
    }
    perSweep.push(due.length);
  }
  expect(perSweep.length * 5_000).toBeLessThanOrEqual(LONGEST_REST_MS + 5_000);
  expect(Math.max(...perSweep)).toBeLessThan(70);
});
