import { describe, expect, test } from 'vitest';
import { aWork } from '../../../tests/samples/work.ts';
import { stepFailure } from './failure.ts';
import { checkLease } from './lease.ts';
import { openNeeds, standingOf } from './standing.ts';
import { stepWork, WORK_STATES, type WorkEvent, type WorkItem, type WorkPatch } from './work-item.ts';

const T0 = 1_000;
const EVENTS: readonly WorkEvent[] = [
  'claim',
  'renew',
  'report',
  'move',
  'release',
  'lapse',
  'retry',
  'fail',
  'finish',
  'reopen',
];
const claimed = (changes: Partial<WorkItem> = {}): WorkItem =>
  aWork({ state: 'claimed', holder: 'ann', leaseUntil: T0 + 10, fence: 3, ...changes });

function step(from: WorkItem, event: WorkEvent, change: { at?: number; patch?: WorkPatch } = {}): WorkItem {
  const outcome = stepWork(from, event, { at: T0, ...change });
  if (!outcome.ok) throw new Error(`${from.state} has no ${event}`);
  return outcome.value.to;
}

describe('the machine of work', () => {
  test('allows these steps and no others', () => {
    const rows = WORK_STATES.flatMap((state) => {
      const from = state === 'claimed' ? claimed() : aWork({ state });
      return EVENTS.flatMap((event) => {
        const outcome = stepWork(from, event, { at: T0 });
        return outcome.ok ? [`${state} ${event} → ${outcome.value.to.state}`] : [];
      });
    });
    expect(rows).toMatchInlineSnapshot(`
      [
        "queued claim → claimed",
        "queued move → queued",
        "queued fail → failed",
        "queued finish → done",
        "claimed renew → claimed",
        "claimed report → claimed",
        "claimed move → claimed",
        "claimed release → queued",
        "claimed lapse → queued",
        "claimed retry → queued",
        "claimed fail → failed",
        "claimed finish → done",
        "failed reopen → queued",
      ]
    `);
  });

  test('a claim raises the fence and forgets the progress of the previous holder', () => {
    const before = aWork({ fence: 2, progress: { stepsCompleted: 3, stepsTotal: 4, currentStep: 'x' } });
    const to = step(before, 'claim', { patch: { holder: 'bob', leaseUntil: T0 + 5 } });
    expect(to).toMatchObject({
      state: 'claimed',
      fence: 3,
      holder: 'bob',
      claimedAt: T0,
      leaseUntil: T0 + 5,
      startedAt: T0,
      progress: { stepsCompleted: 0, stepsTotal: null, currentStep: null },
    });
  });

  test('work whose lease ran out can be claimed again at once, and its fence is raised for both', () => {
    const to = step(claimed(), 'claim', { at: T0 + 10, patch: { holder: 'bob', leaseUntil: T0 + 20 } });
    expect(to).toMatchObject({ state: 'claimed', holder: 'bob', claimedAt: T0 + 10, fence: 5, version: 2 });
    expect(stepWork(claimed(), 'claim', { at: T0 + 9 }).ok).toBe(false);
  });

  test('a lease that ran out cannot be renewed', () => {
    expect(stepWork(claimed(), 'renew', { at: T0 + 10 }).ok).toBe(false);
    expect(step(claimed(), 'renew', { at: T0 + 9, patch: { leaseUntil: T0 + 30 } }).leaseUntil).toBe(T0 + 30);
  });

  test('whatever is not claimed has no holder and no lease', () => {
    for (const event of ['release', 'lapse', 'retry', 'fail', 'finish'] as const) {
      expect(step(claimed(), event)).toMatchObject({ holder: null, leaseUntil: null });
    }
  });

  test('only a lapse raises the fence of work that is let go', () => {
    expect(step(claimed(), 'lapse').fence).toBe(4);
    expect(step(claimed(), 'release').fence).toBe(3);
  });

  test('a retry takes one of those that are left, and opening again gives all of them back', () => {
    const tried = step(claimed({ retries: 2, retriesLeft: 2 }), 'retry', { patch: { notBefore: T0 + 99 } });
    expect(tried).toMatchObject({ retriesLeft: 1, notBefore: T0 + 99, endedAt: null });
    const failed = step(claimed({ retries: 2, retriesLeft: 0 }), 'fail', { patch: { reasonText: 'no' } });
    expect(failed).toMatchObject({ state: 'failed', endedAt: T0, reasonText: 'no' });
    expect(step(failed, 'reopen')).toMatchObject({ retriesLeft: 2, endedAt: null, reasonText: null });
  });

  test.each([
    [claimed({ retriesLeft: 1 }), false, 'retry'],
    [claimed({ retriesLeft: 1 }), true, 'fail'],
    [claimed({ retriesLeft: 0 }), false, 'fail'],
    [aWork({ retriesLeft: 1 }), false, 'fail'],
  ] as const)('a failure is tried again while retries are left (%#)', (work, isFinal, event) => {
    const failed = stepFailure(work, { at: T0, reason: 'no', isFinal, capMs: 60_000 });
    expect(failed.ok && failed.value.event).toBe(event);
  });
});

describe('a lease', () => {
  const code = (work: WorkItem, asker: Parameters<typeof checkLease>[1]) => {
    const outcome = checkLease(work, asker);
    return outcome.ok ? 'ok' : outcome.refusal.code;
  };
  test.each([
    ['its holder, by the number', claimed(), { by: 'eve', at: T0, fence: 3 }, 'ok'],
    ['an older claim', claimed(), { by: 'ann', at: T0, fence: 2 }, 'lease-gone'],
    ['the number of a lease that ran out', claimed(), { by: 'ann', at: T0 + 10, fence: 3 }, 'lease-gone'],
    ['a number, of work that was let go', aWork({ fence: 3 }), { by: 'ann', at: T0, fence: 3 }, 'lease-gone'],
    ['its holder, by name', claimed(), { by: 'ann', at: T0 }, 'ok'],
    ['another holder', claimed(), { by: 'bob', at: T0 }, 'work-claimed'],
    ['another holder, when it ran out', claimed(), { by: 'bob', at: T0 + 10 }, 'ok'],
    ['any asker, of unclaimed work', aWork(), { by: 'bob', at: T0 }, 'ok'],
  ] as const)('answers %s', (...row) => {
    const [, work, asker, answer] = row;
    expect(code(work, asker)).toBe(answer);
  });
});

describe('the standing of work', () => {
  const states = new Map([
    ['a', 'done'],
    ['b', 'failed'],
  ] as const);
  test.each([
    ['ready', aWork()],
    ['ready', aWork({ needs: ['a'], notBefore: T0, deadline: T0 + 1 })],
    ['blocked', aWork({ needs: ['a', 'b'] })],
    ['blocked', aWork({ needs: ['gone'], notBefore: T0 + 1 })],
    ['scheduled', aWork({ notBefore: T0 + 1 })],
    ['overdue', aWork({ deadline: T0 })],
    ['in_progress', claimed({ needs: ['b'], deadline: T0 })],
    ['ready', claimed({ leaseUntil: T0 })],
    ['done', aWork({ state: 'done' })],
    ['failed', aWork({ state: 'failed' })],
  ] as const)('is %s (%#)', (standing, work) => {
    expect(standingOf(work, states, T0)).toBe(standing);
  });

  test('names what it waits for', () => {
    expect(openNeeds({ needs: ['a', 'b', 'c'] }, states)).toEqual(['b', 'c']);
  });
});
