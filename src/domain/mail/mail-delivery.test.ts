import { expect, test } from 'vitest';
import { IMPORTANCES } from './mail.ts';
import { carriesMail, decideMailDelivery } from './mail-delivery.ts';

test('low mail wakes no recipient, and urgent mail waits for nothing', () => {
  expect(IMPORTANCES.map((importance) => decideMailDelivery({ importance }))).toEqual([
    'ride',
    'message',
    'message',
    'steer',
  ]);
});

test('nothing is added to the words of a turn that goes on', () => {
  expect(carriesMail('message')).toBe(true);
  expect(carriesMail('continue')).toBe(false);
  expect(carriesMail('takeover')).toBe(false);
});
