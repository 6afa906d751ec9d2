import { expect, test } from 'vitest';
import { JournalMeter } from './journal-meter.ts';

function metered(...lines: (readonly [at: number, event: string, sessionId?: string])[]) {
  const seen: string[] = [];
  const meter = new JournalMeter({
    turn: (end) => seen.push(`turn ${end}`),
    error: (kind) => seen.push(`error ${kind}`),
    waited: (seconds) => seen.push(`waited ${seconds}`),
    delivered: (seconds) => seen.push(`delivered ${seconds}`),
    worked: (seconds) => seen.push(`worked ${seconds}`),
  });
  meter.add(lines.map(([at, event, sessionId = 'a'], n) => ({ seq: n + 1, at, event, sessionId })));
  return { seen, cursor: meter.cursor };
}

test('a turn is timed from its queueing to its end, each session by itself', () => {
  const { seen, cursor } = metered(
    [1_000, 'turn-queued'],
    [1_500, 'turn-queued', 'b'],
    [3_000, 'turn-hand'],
    [3_500, 'turn-see'],
    [9_000, 'turn-finish'],
    [9_500, 'turn-hand', 'b'],
  );
  expect(seen).toEqual(['waited 2', 'delivered 0.5', 'turn finish', 'worked 6', 'waited 8']);
  expect(cursor).toBe(6);
});

test('a turn that failed is counted as one and as an error, and has no good time', () => {
  const { seen } = metered([0, 'turn-hand'], [1_000, 'turn-fail'], [2_000, 'fault']);
  expect(seen).toEqual(['error turn-fail', 'turn fail', 'error fault']);
});

test('a clock that was set back makes no negative time', () => {
  expect(metered([5_000, 'turn-queued'], [1_000, 'turn-hand']).seen).toEqual(['waited 0']);
});
