import { describe, expect, test } from 'vitest';
import { addSession, aNote, aNotification, anAttempt, aSession, T0 } from '../../../tests/store/rows.ts';
import { type NotificationEvent, stepNotification } from '../../domain/notification/notification.ts';
import type { Write } from '../store.ts';
import { duplicateOf, type Pair, SAVED, STALE } from './pair.conformance.ts';

const DAY = 86_400_000;

const add = (notification = aNotification()): Write => ({
  kind: 'add-notification',
  notification,
  journal: aNote(),
});

function step(from: ReturnType<typeof aNotification>, event: NotificationEvent): Write {
  const outcome = stepNotification(from, event, { at: T0 + 5, dueAt: T0 + 9, problem: 'no "answer"' });
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return { kind: 'step-notification', step: outcome.value, journal: aNote() };
}

const USED = { costUsd: 0.25, cpuMs: 500, peakKb: 90 };
// More than 32 bits hold.
const WORKED = { costUsd: 0.5, cpuMs: 2 ** 40, peakKb: 2 ** 33 };

export function describeNotifications(on: Pair): void {
  describe('notifications', () => {
    test('come back as they were written, oldest first', async () => {
      const first = aNotification({ id: 'b', sessionId: null });
      const second = aNotification({ id: 'a', createdAt: T0 + 1, channel: 'email', topic: 'session-failed' });
      expect(await on.store.commit([add(second), add(first)])).toEqual(SAVED);
      expect(await on.other.listNotifications({})).toEqual([first, second]);
      expect(await on.other.listNotifications({ channel: 'email', state: 'queued' })).toEqual([second]);
    });

    test('of two who want the same word, the second is told so', async () => {
      expect(await on.store.commit([add()])).toEqual(SAVED);
      expect(await on.other.commit([add()])).toEqual(duplicateOf('notification'));
    });

    test('of two who begin the same try, the second is stale', async () => {
      await on.store.commit([add()]);
      expect(await on.store.commit([step(aNotification(), 'try')])).toEqual(SAVED);
      expect(await on.other.commit([step(aNotification(), 'try')])).toEqual(STALE);
      const [tried] = await on.other.listNotifications({ subjectIds: ['question-1'] });
      expect(tried).toMatchObject({ attempts: 1, dueAt: T0 + 9, state: 'queued' });
    });

    test('leave a line of their own in the journal, which is no step of the session', async () => {
      await on.store.commit([add()]);
      await on.store.commit([step(aNotification(), 'give-up')]);
      const lines = await on.other.listJournal({ after: 0, limit: 10 });
      expect(lines.map(({ event, toState }) => [event, toState])).toEqual([
        ['notification-queued', null],
        ['notification-failed', null],
      ]);
    });
  });

  describe('usage', () => {
    test('is summed up by day, persona, run, session and work item', async () => {
      const at = Math.floor(T0 / DAY) * DAY;
      const one = aSession({ id: 'a', persona: 'scout', runId: 'r', workId: 'w' });
      const two = aSession({ id: 'b', persona: 'judge' });
      const attempts = [
        anAttempt({ sessionId: 'a', openedAt: at, endedAt: at + 5, inputTokens: 2 ** 40, tools: 1 }),
        anAttempt({ sessionId: 'a', number: 2, openedAt: at + DAY, outputTokens: 3, ...USED }),
        anAttempt({ sessionId: 'b', openedAt: at + DAY, endedAt: at + DAY + 7, messages: 4, ...WORKED }),
        anAttempt({ sessionId: 'b', number: 2, openedAt: at - 1 }),
      ];
      const adds = attempts.map((attempt): Write => ({ kind: 'add-attempt', attempt, journal: aNote() }));
      expect(await on.store.commit([addSession(one), addSession(two), ...adds])).toEqual(SAVED);

      const sums = (by: 'all' | 'day' | 'persona' | 'run' | 'session' | 'item') =>
        on.other.listUsage({ by, since: at, now: at + DAY + 100 });
      expect(await sums('day')).toMatchObject([
        { of: '2023-11-14', sessions: 1, attempts: 1, inputTokens: 2 ** 40, toolCalls: 1, durationMs: 5 },
        { of: '2023-11-15', sessions: 2, attempts: 2, outputTokens: 3, costUsd: 0.75, durationMs: 107 },
      ]);
      expect((await sums('day'))[0]).toMatchObject({ cpuMs: null, peakKb: null });
      expect(await sums('all')).toMatchObject([
        { attempts: 3, costUsd: 0.75, durationMs: 112, cpuMs: 2 ** 40 + 500, peakKb: 2 ** 33 },
      ]);
      expect(await sums('persona')).toMatchObject([
        { of: 'judge', messages: 4, costUsd: 0.5, cpuMs: 2 ** 40, peakKb: 2 ** 33 },
        { of: 'scout', sessions: 1, attempts: 2, costUsd: 0.25, cpuMs: 500, peakKb: 90 },
      ]);
      expect(await sums('run')).toMatchObject([
        { of: null, sessions: 1 },
        { of: 'r', sessions: 1 },
      ]);
      expect((await sums('session')).map(({ of }) => of)).toEqual(['a', 'b']);
      expect(await sums('item')).toMatchObject([
        { of: null, sessions: 1, costUsd: 0.5 },
        { of: 'w', sessions: 1, attempts: 2, inputTokens: 2 ** 40, outputTokens: 3, toolCalls: 1 },
      ]);
    });
  });
}
