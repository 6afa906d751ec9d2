import { expect, test } from 'vitest';
import type { SessionOverviewAnswer } from '../../src/contract/answer/session.ts';
import { arrangeGroups, type OverviewSession } from './groups.ts';

const NOW = Date.parse('2026-01-27T12:00:00Z');

const session = (id: string, more: Partial<OverviewSession> = {}): OverviewSession =>
  ({
    session_id: id,
    state: 'working',
    state_since: '2026-01-27T11:00:00Z',
    parked: null,
    ...more,
  }) as OverviewSession;

const overview = (groups: Record<string, readonly OverviewSession[]>): SessionOverviewAnswer => ({
  groups: Object.entries(groups).map(([group, sessions]) => ({
    group: group as 'done',
    count: sessions.length,
    sessions: [...sessions],
  })),
  questions: [],
  next: '',
});

const shown = (groups: Record<string, readonly OverviewSession[]>): string[] =>
  arrangeGroups(overview(groups), NOW).map(
    ({ name, count, sessions }) => `${name} ${count}: ${sessions.map(({ session_id }) => session_id)}`,
  );

const parked = { cause: null, reason: 'limited', next_try_at: null, tries: 2 };

test('what needs the person comes first, then problems, then what is at work', () => {
  expect(
    shown({
      'needs-you': [session('a', { state: 'failed' })],
      review: [session('b', { state: 'completed' })],
      working: [session('c')],
      waiting: [session('d', { state: 'parked', parked })],
      done: [session('e', { state: 'failed' }), session('f', { state: 'completed' })],
    }),
  ).toEqual(['needs-you 1: a', 'problems 2: d,e', 'working 1: c', 'review 1: b', 'done 1: f']);
});

test('a failure of yesterday and a session that waits for its first try are no problems', () => {
  const old = session('a', { state: 'failed', state_since: '2026-01-26T11:00:00Z' });
  const fresh = session('b', { state: 'parked', parked: { ...parked, tries: 0 } });
  expect(shown({ waiting: [fresh], done: [old] })).toEqual(['waiting 1: b', 'done 1: a']);
});

test('a group counts what is not listed too', () => {
  const answer = overview({ done: [session('a', { state: 'completed' })] });
  const [done] = answer.groups;
  expect(arrangeGroups({ ...answer, groups: done ? [{ ...done, count: 900 }] : [] }, NOW)[0]?.count).toBe(
    900,
  );
});
