import { afterEach, expect, test } from 'vitest';
import * as time from './time.ts';

const WINTER = Date.parse('2025-11-18T23:30:42Z');
const SUMMER = Date.parse('2025-06-18T12:00:05Z');
const OWN = process.env.TZ;

const inZone = (zone: string): void => {
  process.env.TZ = zone;
};
afterEach(() => inZone(OWN ?? 'UTC'));

test.each([
  ['UTC', '2025-11-18 23:30:42', 'UTC'],
  ['Europe/Berlin', '2025-11-19 00:30:42', '+01:00'],
  ['America/New_York', '2025-11-18 18:30:42', '-05:00'],
  ['Asia/Kolkata', '2025-11-19 05:00:42', '+05:30'],
  ['America/St_Johns', '2025-11-18 20:00:42', '-03:30'],
])('people in %s read %s', (zone, second, offset) => {
  inZone(zone);
  expect(time.renderSecond(WINTER)).toBe(second);
  expect(time.renderMinute(WINTER)).toBe(second.slice(0, 16));
  expect(time.renderClock(WINTER)).toBe(second.slice(11));
  expect(time.renderSecondZoned(WINTER)).toBe(`${second} ${offset}`);
  expect(time.renderMinuteZoned(WINTER)).toBe(`${second.slice(0, 16)} ${offset}`);
});

test('the offset is that of the time, not of today', () => {
  inZone('Europe/Berlin');
  expect([SUMMER, WINTER].map(time.renderZone)).toEqual(['+02:00', '+01:00']);
  expect(time.renderSecond(SUMMER)).toBe('2025-06-18 14:00:05');
});

test('a stamp names the zone only where it differs from that of ids', () => {
  inZone('UTC');
  expect(time.renderStamp(SUMMER)).toBe('2025-06-18 12:00:05');
  inZone('Europe/Berlin');
  expect(time.renderStamp(SUMMER)).toBe('2025-06-18 14:00:05 +02:00');
});

test('programs get UTC wherever they run', () => {
  inZone('Asia/Kolkata');
  expect(time.renderInstant(WINTER)).toBe('2025-11-18T23:30:42Z');
});
