import { expect, test } from 'vitest';
import { parseQuietHours, quietUntil } from './quiet-hours.ts';

const at = (text: string): number => Date.parse(`2026-01-10T${text}Z`);
const HOUR = 3_600_000;
const night = { from: 22 * 60, to: 7 * 60 };

test.each([
  ['22:00-07:00', night],
  ['00:00-06:30', { from: 0, to: 390 }],
  ['7:00-8:00', undefined],
  ['24:00-08:00', undefined],
  ['22:00', undefined],
  ['22:00-22:00', undefined],
  ['', undefined],
])('%j is read as %j', (text, hours) => {
  expect(parseQuietHours(text)).toEqual(hours);
});

test.each([
  ['21:59:59.999', null],
  ['22:00:00', '2026-01-11T07:00:00Z'],
  ['23:30:00', '2026-01-11T07:00:00Z'],
  ['00:30:00', '2026-01-10T07:00:00Z'],
  ['06:59:59.999', '2026-01-10T07:00:00Z'],
  ['07:00:00', null],
])('a night that begins at 22:00 holds at %s until %s', (text, until) => {
  expect(quietUntil(at(text), night, 0)).toBe(until === null ? null : Date.parse(until));
});

test('hours are those of the person, wherever they live', () => {
  expect(quietUntil(at('21:30:00'), night, HOUR)).toBe(Date.parse('2026-01-11T06:00:00Z'));
  expect(quietUntil(at('22:30:00'), night, -HOUR)).toBeNull();
});

test('hours within one day end on that day', () => {
  const noon = { from: 12 * 60, to: 13 * 60 };
  expect(quietUntil(at('12:30:00'), noon, 0)).toBe(at('13:00:00'));
  expect(quietUntil(at('11:59:00'), noon, 0)).toBeNull();
  expect(quietUntil(at('13:00:00'), noon, 0)).toBeNull();
});
