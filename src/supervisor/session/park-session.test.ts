import { expect, test } from 'vitest';
import { aSession, aTurn } from '../../../tests/store/rows.ts';
import { openDraft } from '../../app/draft.ts';
import type { Config } from '../../contract/config.ts';
import type { Session } from '../../domain/session/session.ts';
import { draftRetry, draftRetryOrFail, draftReturnTurns, draftStopWork } from './park-session.ts';

const MINUTE = 60_000;
const config = { retries: 3, failures: { backoffCapMs: 5_000 } } as Config;
const draftOf = (session: Partial<Session> = {}, turns = [aTurn()]) =>
  openDraft(aSession({ state: 'working', attempt: 1, ...session }), turns, { at: 1_000, by: 'supervisor' });
const crash = { cause: 'crash', text: 'why' } as const;
const limit = { cause: 'rate-limit', text: 'why' } as const;

test('each crash costs a retry and doubles the wait, up to its cap', () => {
  const waits = [3, 2, 1].map((retriesLeft) => {
    const draft = draftOf({ retriesLeft });
    draftRetry(draft, crash, config);
    expect(draft.session.retriesLeft).toBe(retriesLeft - 1);
    return (draft.session.resumeAt ?? 0) - 1_000;
  });
  expect(waits).toEqual([1_000, 2_000, 4_000]);
});

test('a limit costs nothing and is waited out until the end that was told, or by the minute', () => {
  const told = draftOf();
  draftRetry(told, { ...limit, resetAt: 90_000 }, config);
  expect(told.session).toMatchObject({ retriesLeft: 3, resumeAt: 90_000 });
  const untold = draftOf({ attempt: 2 });
  draftRetry(untold, limit, config);
  expect(untold.session.resumeAt).toBe(1_000 + 2 * MINUTE);
});

test('an end that lies in the past is now', () => {
  const draft = draftOf();
  draftRetry(draft, { ...limit, resetAt: 5 }, config);
  expect(draft.session.resumeAt).toBe(1_000);
});

test('parking leaves turns alone: their process may still read them', () => {
  const draft = draftOf({}, [aTurn({ state: 'handed', attempt: 1 })]);
  draftRetry(draft, crash, config);
  expect(draft.turns.map(({ state }) => state)).toEqual(['handed']);
});

test('without a retry left a crash fails the session, and a host that went away does not', () => {
  const failed = draftOf({ retriesLeft: 0 });
  draftRetryOrFail(failed, { ...crash, reason: 'crash' }, config);
  expect(failed.session).toMatchObject({ state: 'stopping', ending: 'failed', reason: 'crash' });
  const lost = draftOf({ retriesLeft: 0 });
  draftRetryOrFail(lost, { cause: 'host-lost', text: 'why', reason: 'lost' }, config);
  expect(lost.session).toMatchObject({ state: 'parked', retriesLeft: 0, resumeAt: 1_000 });
});

const turns = [
  aTurn({ id: 'a', number: 1, state: 'done', attempt: 1 }),
  aTurn({ id: 'b', number: 2, state: 'seen', attempt: 1 }),
  aTurn({ id: 'c', number: 3, state: 'handed', attempt: 1 }),
  aTurn({ id: 'd', number: 4, state: 'queued', attempt: 0 }),
];

test('of an attempt that is over, what was never read goes back and what was read is interrupted', () => {
  const draft = draftOf({}, turns);
  draftReturnTurns(draft, { canResume: true });
  expect(draft.turns.map(({ state }) => state)).toEqual(['done', 'interrupted', 'queued', 'queued']);
});

test('an agent without a memory gets back also what it has read', () => {
  const draft = draftOf({}, turns);
  draftReturnTurns(draft, { canResume: false });
  expect(draft.turns.map(({ state }) => state)).toEqual(['done', 'queued', 'queued', 'queued']);
});

test('an ending is decided once, with its reason in few words', () => {
  const draft = draftOf();
  draftStopWork(draft, { ending: 'failed', reason: 'crash', text: 'x'.repeat(9_000) });
  expect(draft.session).toMatchObject({ state: 'stopping', ending: 'failed', reason: 'crash' });
  expect(draft.session.reasonText).toHaveLength(2_000);
});
