import { expect, test } from 'vitest';
import { aNotification } from '../../../tests/store/rows.ts';
import { type NotificationEvent, type NotificationState, stepNotification } from './notification.ts';

const EVENTS: Readonly<Record<NotificationEvent, true>> = {
  try: true,
  miss: true,
  sent: true,
  'give-up': true,
  drop: true,
};
const STATES: readonly NotificationState[] = ['queued', 'sent', 'failed', 'dropped'];

function tableOf(state: NotificationState): string {
  const cells = Object.keys(EVENTS).flatMap((event) => {
    const step = stepNotification(aNotification({ state }), event as NotificationEvent, { at: 1 });
    return step.ok ? [`${event} → ${step.value.to.state}`] : [];
  });
  return `${state}: ${cells.join(', ') || 'final'}`;
}

test('the machine is this table; an absent cell is refused', () => {
  expect(STATES.map(tableOf).join('\n')).toMatchInlineSnapshot(`
    "queued: try → queued, miss → queued, sent → sent, give-up → failed, drop → dropped
    sent: final
    failed: final
    dropped: final"
  `);
});

test('a try counts before anything is sent, and moves the next one away', () => {
  const step = stepNotification(aNotification({ attempts: 2 }), 'try', { at: 5, dueAt: 99 });
  expect(step).toMatchObject({ ok: true, value: { to: { attempts: 3, dueAt: 99, settledAt: null } } });
});

test('what was sent after all keeps no problem; what failed keeps the last one', () => {
  const missed = aNotification({ attempts: 1, problem: 'no answer' });
  expect(stepNotification(missed, 'sent', { at: 5 })).toMatchObject({
    value: { to: { problem: null, settledAt: 5 } },
  });
  expect(stepNotification(missed, 'give-up', { at: 6 })).toMatchObject({
    value: { to: { problem: 'no answer', settledAt: 6 } },
  });
});
