import { expect, test } from 'vitest';
import { decideOutboxMove, OUTBOX_QUIET_MS, type OutboxSight } from './outbox-move.ts';

const sight = (more: Partial<OutboxSight>): OutboxSight => ({
  isJson: true,
  isTooLarge: false,
  quietMs: 0,
  isTurnOver: false,
  ...more,
});

test('a whole message is taken at once', () => {
  expect(decideOutboxMove(sight({}))).toBe('intake');
});

test('half a message is waited for until it stops changing or the turn ends', () => {
  expect(decideOutboxMove(sight({ isJson: false }))).toBe('wait');
  expect(decideOutboxMove(sight({ isJson: false, quietMs: OUTBOX_QUIET_MS - 1 }))).toBe('wait');
  expect(decideOutboxMove(sight({ isJson: false, quietMs: OUTBOX_QUIET_MS }))).toBe('refuse');
  expect(decideOutboxMove(sight({ isJson: false, isTurnOver: true }))).toBe('refuse');
});

test('one that is too large is never taken, and refused when it has stopped growing', () => {
  expect(decideOutboxMove(sight({ isTooLarge: true }))).toBe('wait');
  expect(decideOutboxMove(sight({ isTooLarge: true, quietMs: OUTBOX_QUIET_MS }))).toBe('refuse');
});
