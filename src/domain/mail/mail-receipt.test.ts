import { expect, test } from 'vitest';
import type { Mail } from './mail.ts';
import { type MailEvent, type MailState, mailStateOf, newReceipt, stepMail } from './mail-receipt.ts';

const mail = { id: 'mail-1', createdAt: 5 } as Mail;
const receipt = newReceipt(mail, { recipient: 'BlueLake-1', turnId: null, remindAt: 100 });

test('the machine of a receipt', () => {
  const states: readonly MailState[] = ['delivered', 'read', 'acknowledged'];
  const events: readonly MailEvent[] = ['read', 'acknowledge', 'hand', 'remind'];
  const table = states.map((state) => {
    const cells = events.map((event) => {
      const step = stepMail({ ...receipt, state }, event, { at: 9, turnId: 't1' });
      return `${event}: ${step.ok ? step.value.to.state : '–'}`;
    });
    return `${state}: ${cells.join(', ')}`;
  });
  expect(table).toMatchInlineSnapshot(`
    [
      "delivered: read: read, acknowledge: acknowledged, hand: delivered, remind: delivered",
      "read: read: –, acknowledge: acknowledged, hand: –, remind: read",
      "acknowledged: read: –, acknowledge: –, hand: –, remind: –",
    ]
  `);
});

test('who acknowledges has read, and is reminded of nothing', () => {
  const step = stepMail(receipt, 'acknowledge', { at: 9 });
  expect(step.ok && step.value.to).toMatchObject({
    readAt: 9,
    acknowledgedAt: 9,
    remindAt: null,
    version: 2,
  });
});

test('a reminder is told once', () => {
  const step = stepMail(receipt, 'remind', { at: 100 });
  expect(step.ok && step.value.to).toMatchObject({ state: 'delivered', remindAt: null, remindedAt: 100 });
});

test('what an agent saw in its turn, it has read', () => {
  expect(mailStateOf({ receipt, turnState: null })).toBe('delivered');
  expect(mailStateOf({ receipt, turnState: 'handed' })).toBe('delivered');
  expect(mailStateOf({ receipt, turnState: 'seen' })).toBe('read');
  expect(mailStateOf({ receipt: { ...receipt, state: 'acknowledged' }, turnState: 'queued' })).toBe(
    'acknowledged',
  );
});
