import { expect, test } from 'vitest';
import { aConfig } from '../../../tests/samples/config.ts';
import { aSession, aTurn } from '../../../tests/store/rows.ts';
import { openDraft } from '../../app/draft.ts';
import type { Session } from '../../domain/session/session.ts';
import { draftRetry, draftRetryOrFail, draftStopWork } from './park-session.ts';

const MINUTE = 60_000;
const config = aConfig({ retries: 3, failures: { backoffCapMs: 5_000 } });
const draftOf = (session: Partial<Session> = {}, turns = [aTurn()]) =>
  openDraft(aSession({ state: 'working', attempt: 1, ...session }), turns, { at: 1_000, by: 'supervisor' });
const silent = { messages: 0, tools: 0 };
const crash = { cause: 'crash', text: 'why', attempt: silent } as const;
const limit = { cause: 'rate-limit', text: 'why', attempt: silent } as const;
const outage = { cause: 'service-outage', text: 'API Error: 500', attempt: silent } as const;

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
  const untold = draftOf({ attempt: 30, failures: 1 });
  draftRetry(untold, limit, config);
  expect(untold.session.resumeAt).toBe(1_000 + 2 * MINUTE);
});

test('an outage costs no retry, is waited out longer each time, and says why and how often', () => {
  const waits = [0, 1, 2, 6, 8, 100].map((failures) => {
    const draft = draftOf({ failures, retriesLeft: 0, attempt: 1 });
    expect(draftRetry(draft, outage, config)).toBe(true);
    const { cause, text } = outage;
    expect(draft.session).toMatchObject({ retriesLeft: 0, failures: failures + 1, parked: { cause, text } });
    return ((draft.session.resumeAt ?? 0) - 1_000) / MINUTE;
  });
  expect(waits).toEqual([0.5, 1, 2, 32, 120, 120]);
});

test('what failed after progress is the first failure of its own, however many attempts there were', () => {
  const draft = draftOf({ attempt: 40, failures: 7 });
  draftRetry(draft, { ...limit, attempt: { messages: 0, tools: 1 } }, config);
  expect(draft.session).toMatchObject({ failures: 1, resumeAt: 1_000 + MINUTE });
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
  draftRetryOrFail(lost, { ...crash, cause: 'host-lost', reason: 'lost' }, config);
  expect(lost.session).toMatchObject({ state: 'parked', retriesLeft: 0, resumeAt: 1_000 });
});

test('an ending is decided once, with its reason in few words', () => {
  const draft = draftOf();
  draftStopWork(draft, { ending: 'failed', reason: 'crash', text: 'x'.repeat(9_000) });
  expect(draft.session).toMatchObject({ state: 'stopping', ending: 'failed', reason: 'crash' });
  expect(draft.session.reasonText).toHaveLength(2_000);
});
