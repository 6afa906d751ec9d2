import { expect, test } from 'vitest';
import { Tickets } from './tickets.ts';

function opened() {
  let now = 0;
  let made = 0;
  const tickets = new Tickets({ now: () => now, makeSecret: () => `secret-${made++}` });
  const pass = (ms: number): void => {
    now += ms;
  };
  return { tickets, pass };
}
const TICKET = { sessionId: 's', mayType: false };

test('a ticket counts once', () => {
  const { tickets } = opened();
  const secret = tickets.issue(TICKET) ?? '';
  expect(tickets.take(secret)).toEqual(TICKET);
  expect(tickets.take(secret)).toBeNull();
  expect(tickets.take('guessed')).toBeNull();
});

test('a ticket counts for half a minute', () => {
  const { tickets, pass } = opened();
  const secret = tickets.issue(TICKET) ?? '';
  pass(30_000);
  expect(tickets.take(secret)).toBeNull();
});

test('tickets that no viewer takes are bounded, and make room when their time is over', () => {
  const { tickets, pass } = opened();
  const all = Array.from({ length: 1_001 }, () => tickets.issue(TICKET));
  expect(all.filter((secret) => secret === null)).toHaveLength(1);
  pass(30_000);
  expect(tickets.issue(TICKET)).not.toBeNull();
});
