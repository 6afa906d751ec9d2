import { expect, test } from 'vitest';
import { resetInWords } from './reset-time.ts';

const at = (text: string): number => Date.parse(text);
const NOW = at('2026-11-16T00:38:20Z');

test.each([
  ["You've hit your limit · resets 1:37am (UTC)", '2026-11-16T01:38:00Z'],
  ['resets 12am (UTC)', '2026-11-17T00:01:00Z'],
  ['resets 12pm (UTC)', '2026-11-16T12:01:00Z'],
  ['resets 3am (Europe/Berlin)', '2026-11-16T02:01:00Z'],
  ['resets 11pm (America/New_York)', '2026-11-16T04:01:00Z'],
  ['resets 7:30am (Asia/Kolkata)', '2026-11-16T02:01:00Z'],
  ['resets 3am (Europe/Kyiv)', '2026-11-16T01:01:00Z'],
  ['resets 1am (Etc/UTC)', '2026-11-16T01:01:00Z'],
  ['resets 8am (Asia/Ho_Chi_Minh)', '2026-11-16T01:01:00Z'],
  ['resets Nov 18, 5pm (UTC)', '2026-11-18T17:01:00Z'],
  ['resets Nov 16 at 5:30pm (UTC)', '2026-11-16T17:31:00Z'],
])('%j is over at %s', (text, moment) => {
  expect(resetInWords(text, NOW)).toBe(at(moment));
});

test('a moment that has just passed is not the one of tomorrow', () => {
  expect(resetInWords('resets 12:37am (UTC)', NOW)).toBe(at('2026-11-16T00:39:00Z'));
});

test.each(['no words of time', 'resets soon', 'resets 3am (Middle/Earth)', 'resets Feb 31, 3am (UTC)'])(
  '%j names no moment',
  (text) => {
    expect(resetInWords(text, NOW)).toBeNull();
  },
);
