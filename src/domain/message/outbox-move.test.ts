import { expect, test } from 'vitest';
import { decideOutboxMove, OUTBOX_QUIET_MS, type OutboxObservation } from './outbox-move.ts';

const observation = (more: Partial<OutboxObservation>): OutboxObservation => ({
  isJson: true,
  isTooLarge: false,
  quietMs: 0,
  isTurnOver: false,
  ...more,
});

test('a whole message is taken at once', () => {
  expect(decideOutboxMove(observation({}))).toBe('intake');
});

test('half a message is waited for until it stops changing or the turn ends', () => {
  expect(decideOutboxMove(observation({ isJson: false }))).toBe('wait');
  expect(decideOutboxMove(observation({ isJson: false, quietMs: OUTBOX_QUIET_MS - 1 }))).toBe('wait');
  expect(decideOutboxMove(observation({ isJson: false, quietMs: OUTBOX_QUIET_MS }))).toBe('refuse');
  expect(decideOutboxMove(observation({ isJson: false, isTurnOver: true }))).toBe('refuse');
});

test('one that is too large is never taken, and refused when it has stopped growing', () => {
  expect(decideOutboxMove(observation({ isTooLarge: true }))).toBe('wait');
  expect(decideOutboxMove(observation({ isTooLarge: true, quietMs: OUTBOX_QUIET_MS }))).toBe('refuse');
});
