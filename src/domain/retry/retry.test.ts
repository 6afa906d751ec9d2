import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  backoffMs,
  decideRetry,
  RETRY_POLICIES,
  type RetryCause,
  type RetryFacts,
  retryWaitMs,
} from './retry.ts';

const NOW = 1_000_000;
const CAP = 300_000;
const causes = Object.keys(RETRY_POLICIES) as RetryCause[];

const facts = (changes: Partial<RetryFacts> = {}): RetryFacts => ({
  now: NOW,
  failures: 1,
  retriesLeft: 3,
  capMs: CAP,
  ...changes,
});

function row(cause: RetryCause): string {
  const { tries, otherwise } = RETRY_POLICIES[cause];
  const waits = [1, 2, 3, 4, 30].map((failures) => retryWaitMs(cause, { failures, capMs: CAP }) / 1000);
  const wait = waits.every((one) => one === 0) ? 'at once' : `after ${waits.join(', ')} s`;
  return `${cause}: ${tries} tries, ${wait}, then ${otherwise}`;
}

test('the whole table: tries, waits after 1, 2, 3, 4 and 30 failures, and what comes then', () => {
  expect(causes.map(row)).toMatchInlineSnapshot(`
    [
      "crash: counted tries, after 1, 2, 4, 8, 300 s, then give-up",
      "attempt-timeout: counted tries, after 1, 2, 4, 8, 300 s, then give-up",
      "bad-exit: counted tries, after 1, 2, 4, 8, 300 s, then give-up",
      "refused-resume: counted tries, after 1, 2, 4, 8, 300 s, then give-up",
      "service-outage: endless tries, after 30, 60, 120, 240, 7200 s, then give-up",
      "rate-limit: endless tries, after 60, 120, 240, 480, 1800 s, then give-up",
      "host-lost: endless tries, at once, then give-up",
      "host-lost-again: counted tries, after 1, 2, 4, 8, 300 s, then give-up",
      "disk-full: endless tries, after 1, 2, 4, 8, 60 s, then give-up",
      "suspended: endless tries, at once, then give-up",
      "allowance-spent: endless tries, at once, then give-up",
      "result-misfit: 2 tries, at once, then give-up",
      "start-fault: 5 tries, after 0.5, 1, 2, 4, 30 s, then give-up",
      "round-fault: endless tries, after 0.5, 1, 2, 4, 30 s, then give-up",
      "notification: 8 tries, after 15, 30, 60, 120, 600 s, then give-up",
      "work-failed: counted tries, after 2, 4, 8, 16, 300 s, then give-up",
      "iteration-failed: counted tries, after 2, 4, 8, 16, 300 s, then ask",
      "red-gate: 2 tries, at once, then ask",
      "role-silent: 3 tries, at once, then give-up",
      "red-criteria: 4 tries, at once, then ask",
      "stale-task: 4 tries, at once, then ask",
    ]
  `);
});

test('tries that are counted elsewhere go on while one is left, and each costs one', () => {
  expect(decideRetry('crash', facts({ retriesLeft: 1 }))).toMatchObject({ is: 'retry-at', costsRetry: true });
  expect(decideRetry('crash', facts({ retriesLeft: 0 }))).toEqual({ is: 'give-up' });
  expect(decideRetry('iteration-failed', facts({ retriesLeft: 0 }))).toEqual({ is: 'ask' });
});

test('tries of a fixed number end with the last of them', () => {
  const ends = [1, 4, 5, 6].map((failures) => decideRetry('start-fault', facts({ failures })).is);
  expect(ends).toEqual(['retry-at', 'retry-at', 'give-up', 'give-up']);
});

test('what is endless costs nothing and never ends, unless it is hopeless', () => {
  const limited = facts({ failures: 10_000, retriesLeft: 0 });
  expect(decideRetry('rate-limit', limited)).toMatchObject({ is: 'retry-at', costsRetry: false });
  expect(decideRetry('round-fault', { ...limited, isHopeless: true })).toEqual({ is: 'give-up' });
});

test('a reset that was told replaces the wait, and one in the past is now', () => {
  const at = (resetAt: number | null) => decideRetry('rate-limit', facts({ resetAt, failures: 1 }));
  expect(at(NOW + 5)).toMatchObject({ at: NOW + 5 });
  expect(at(NOW - 5)).toMatchObject({ at: NOW });
  expect(at(null)).toMatchObject({ at: NOW + 60_000 });
});

test('a reset that was not so is not believed again: the waits grow, and a later reset still counts', () => {
  const at = (failures: number, resetAt: number) => decideRetry('rate-limit', facts({ resetAt, failures }));
  expect(at(2, NOW + 5)).toMatchObject({ at: NOW + 60_000 });
  expect(at(4, NOW - 5)).toMatchObject({ at: NOW + 240_000 });
  expect(at(4, NOW + 9_000_000)).toMatchObject({ at: NOW + 9_000_000 });
});

test('patience that was asked for only lengthens the wait', () => {
  const at = (notBefore: number) => decideRetry('notification', facts({ notBefore }));
  expect(at(NOW + 1)).toMatchObject({ at: NOW + 15_000 });
  expect(at(NOW + 60_000)).toMatchObject({ at: NOW + 60_000 });
});

test.each(causes)('%s: no facts make the next try lie in the past', (cause) => {
  const decision = decideRetry(cause, facts({ failures: 0, notBefore: 0, resetAt: null }));
  if (decision.is === 'retry-at') expect(decision.at).toBeGreaterThanOrEqual(NOW);
});

const bounds = { firstMs: 1_000, capMs: 300_000 };

test('the wait doubles with each failure in a row', () => {
  expect([1, 2, 3, 4].map((failures) => backoffMs(bounds, failures))).toEqual([1_000, 2_000, 4_000, 8_000]);
});

test('the wait never shrinks, never passes its cap, and is never shorter than the first', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 10_000 }), (failures) => {
      const wait = backoffMs(bounds, failures);
      expect(wait).toBeGreaterThanOrEqual(bounds.firstMs);
      expect(wait).toBeLessThanOrEqual(bounds.capMs);
      expect(backoffMs(bounds, failures + 1)).toBeGreaterThanOrEqual(wait);
    }),
  );
});
