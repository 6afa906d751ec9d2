import { expect, onTestFinished, test } from 'vitest';
import { parseMoment } from './moment.ts';

const NOW = Date.parse('2026-01-27T15:30:00Z');

test.each([
  ['2026-01-28T01:02:03Z', '2026-01-28T01:02:03.000Z'],
  ['2026-01-28T01:02:03.456Z', '2026-01-28T01:02:03.456Z'],
  ['2026-01-28T01:02:03.456789123Z', '2026-01-28T01:02:03.456Z'],
  ['2026-01-28T01:02+02:00', '2026-01-27T23:02:00.000Z'],
  ['2026-01-28 01:02', '2026-01-28T01:02:00.000Z'],
  ['2026-01-28', '2026-01-28T00:00:00.000Z'],
  ['1h30m', '2026-01-27T17:00:00.000Z'],
])('%s is %s', (text, instant) => {
  expect(new Date(parseMoment(text, NOW) ?? 0).toISOString()).toBe(instant);
});

test.each(['', 'tomorrow', '2026-13-01', '2026-01-28T25:00Z', '12', '-1h'])('%j is no time', (text) => {
  expect(parseMoment(text, NOW)).toBeUndefined();
});

test.each([
  ['2026-01-28 01:02', '2026-01-28T00:02:00.000Z'],
  ['2026-07-01', '2026-06-30T22:00:00.000Z'],
  ['2026-01-28T01:02Z', '2026-01-28T01:02:00.000Z'],
])('%s of a person in Berlin is %s', (text, instant) => {
  const own = process.env.TZ;
  onTestFinished(() => {
    process.env.TZ = own ?? 'UTC';
  });
  process.env.TZ = 'Europe/Berlin';
  expect(new Date(parseMoment(text, NOW, 'local') ?? 0).toISOString()).toBe(instant);
});
