import { describe, expect, test } from 'vitest';
import type { Timetable } from '../../../src/domain/schedule/due.ts';
import { realTimetables } from '../../../src/runtime/schedule/real-timetables.ts';

async function open(expression: string, zone = 'Europe/Berlin'): Promise<Timetable> {
  const opened = await realTimetables.open(expression, zone);
  if (!opened.ok) throw new Error(opened.refusal.code);
  return opened.value;
}

async function timesAfter(expression: string, from: string, count: number): Promise<string[]> {
  const timetable = await open(expression);
  const times: string[] = [];
  for (let at: number | null = Date.parse(from); at !== null && times.length < count; ) {
    at = timetable.next(at);
    if (at !== null) times.push(new Date(at).toISOString().replace(':00.000Z', 'Z'));
  }
  return times;
}

describe('when clocks change in Berlin', () => {
  test('six in the morning stays six in the morning', async () => {
    expect(await timesAfter('0 6 * * *', '2026-10-24T00:00Z', 2)).toEqual([
      '2026-10-24T04:00Z',
      '2026-10-25T05:00Z',
    ]);
  });

  test('in spring a time that is left out comes right after it, once', async () => {
    expect(await timesAfter('30 2 * * *', '2027-03-27T12:00Z', 2)).toEqual([
      '2027-03-28T01:00Z',
      '2027-03-29T00:30Z',
    ]);
  });

  test('in autumn a time that comes twice counts once, and an interval goes on through both', async () => {
    expect(await timesAfter('30 2 * * *', '2026-10-24T12:00Z', 2)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ]);
    expect(await timesAfter('*/30 * * * *', '2026-10-25T00:20Z', 3)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-25T01:00Z',
      '2026-10-25T01:30Z',
    ]);
  });
});

test('the last time up to a moment is the one that came next before it', async () => {
  for (const expression of ['30 2 * * *', '*/30 * * * *', '0 2,3 * * *', '0 6 * * 1-5', '15 30 2 * * *']) {
    const timetable = await open(expression);
    let at: number | null = Date.parse('2026-10-24T20:10:05Z');
    for (let n = 0; n < 40 && at !== null; n++) {
      at = timetable.next(at);
      expect(timetable.last(at ?? 0)).toBe(at);
      expect(timetable.last((at ?? 0) + 999)).toBe(at);
    }
  }
});

test('with six fields the first is the second', async () => {
  const timetable = await open('*/20 * * * * *', 'UTC');
  expect(timetable.next(Date.parse('2026-11-16T06:00:05.250Z'))).toBe(Date.parse('2026-11-16T06:00:20Z'));
  expect(timetable.next(Date.parse('2026-11-16T06:00:20Z'))).toBe(Date.parse('2026-11-16T06:00:40Z'));
});

test('a date that no calendar has never comes', async () => {
  expect((await open('0 0 31 2 *')).next(Date.parse('2026-11-16T06:00Z'))).toBeNull();
  expect((await open('0 0 29 2 *', 'UTC')).next(Date.parse('2026-11-16T06:00Z'))).toBe(Date.UTC(2028, 1, 29));
});

describe('a wrong expression', () => {
  const faultOf = async (expression: string): Promise<unknown> => {
    const opened = await realTimetables.open(expression, 'UTC');
    if (opened.ok || opened.refusal.code !== 'schedule-expression-bad') return 'fine';
    return opened.refusal.field === null ? 'fields' : `${opened.refusal.field} ${opened.refusal.text}`;
  };

  test('is refused with the field that is wrong', async () => {
    const wrong = ['61 * * * *', '0 25 * * *', '0 6 32 * *', '0 6 * 13 *', '0 6 * * mon-fry', '60 0 6 * * *'];
    expect(await Promise.all(wrong.map(faultOf))).toEqual([
      'minute 61',
      'hour 25',
      'day of the month 32',
      'month 13',
      'day of the week mon-fry',
      'second 60',
    ]);
    expect(await Promise.all(['*/0 * * * *', '5-1 * * * *'].map(faultOf))).toEqual([
      'minute */0',
      'minute 5-1',
    ]);
  });

  test('is refused as a whole when it has another number of fields, or is a date', async () => {
    const wrong = [
      '',
      '* * *',
      '* * * * * * 2030',
      '2026-12-01T06:00:00',
      'tomorrow',
      '@fortnightly',
      '@reboot',
    ];
    expect(await Promise.all(wrong.map(faultOf))).toEqual(wrong.map(() => 'fields'));
    expect(await Promise.all(['@daily', '  0   6 * * mon ', '0 6 L * *'].map(faultOf))).toEqual([
      'fine',
      'fine',
      'fine',
    ]);
  });
});

test('a zone is found however it is written, and an unknown one is refused with those near it', async () => {
  expect(await realTimetables.findZone('europe/berlin')).toEqual({ ok: true, value: 'Europe/Berlin' });
  expect(await realTimetables.findZone('UTC')).toEqual({ ok: true, value: 'UTC' });
  expect(await realTimetables.findZone(undefined)).toMatchObject({ ok: true });
  for (const zone of ['Berlin', 'Europe/Berlim', 'Erope/Berlin']) {
    const refused = await realTimetables.findZone(zone);
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'schedule-zone-unknown', zone } });
    expect(refused.ok ? [] : 'near' in refused.refusal && refused.refusal.near).toContain('Europe/Berlin');
  }
});
