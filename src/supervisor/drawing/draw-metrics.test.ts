import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aLoop } from '../../../tests/samples/loop.ts';
import { aWork } from '../../../tests/samples/work.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { addSession, aNote, anAttempt } from '../../../tests/store/rows.ts';
import { createMetricsDrawer } from './draw-metrics.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function stage(costMs = 0) {
  const store = new OracleStore();
  const attempt = anAttempt({ inputTokens: 7, costUsd: 0.5, endedAt: anAttempt().openedAt + 3_000 });
  const loop = aLoop({ id: 'loop-1', failures: 3, failedCount: 4 });
  await store.commit([
    addSession(),
    { kind: 'add-loop', loop, journal: aNote() },
    { kind: 'add-work', work: aWork(), journal: aNote() },
    { kind: 'add-attempt', attempt, journal: aNote() },
  ]);
  const drawn: string[] = [];
  const drawer = createMetricsDrawer({
    store,
    clock: { now: Date.now },
    draw: async (text) => {
      vi.setSystemTime(Date.now() + costMs);
      drawn.push(text);
    },
    onFault: (error) => {
      throw error;
    },
  });
  return { drawn, drawer };
}

test('many changes are one drawing, which none of them waits for', async () => {
  const { drawn, drawer } = await stage();
  for (let n = 0; n < 100; n++) drawer.touch();
  expect(drawn).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(drawn).toHaveLength(1);
  expect(JSON.parse(drawn[0] ?? '')).toMatchObject({
    sessions: { by_status: { CREATED: 1 }, by_state: { created: 1 } },
    open_questions: 0,
    work: { queued: 1, claimed: 0, done: 0, failed: 0 },
    loops: [{ loop_id: 'loop-1', failed: 4, consecutive_failures: 3, at_work: 0 }],
    total: { sessions: 1, attempts: 1, input_tokens: 7, cost_usd: 0.5, duration_seconds: 3 },
  });
});

test('without a change nothing is drawn', async () => {
  const { drawn, drawer } = await stage();
  await vi.advanceTimersByTimeAsync(60_000);
  await drawer.stop();
  expect(drawn).toEqual([]);
});

test('a drawing that took long is not soon followed by another', async () => {
  const { drawn, drawer } = await stage(200);
  drawer.touch();
  await vi.advanceTimersByTimeAsync(5_000);
  drawer.touch();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(drawn).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(drawn).toHaveLength(2);
});

test('what is still to be drawn is drawn at the end', async () => {
  const { drawn, drawer } = await stage();
  drawer.touch();
  await drawer.stop();
  expect(drawn).toHaveLength(1);
});
