import { expect, test } from 'vitest';
import type { ChangeLine } from './change-keys.ts';
import { ChangeLog } from './change-log.ts';

const line = (seq: number, more: Partial<ChangeLine> = {}): ChangeLine => ({
  seq,
  event: 'created',
  sessionId: `s${seq}`,
  runId: null,
  workId: null,
  loopId: null,
  ...more,
});
const lines = (from: number, to: number): ChangeLine[] =>
  Array.from({ length: to - from + 1 }, (_, n) => line(from + n));

test('what changed after a cursor is told once for each thing', () => {
  const log = new ChangeLog(100);
  log.begin([line(5)]);
  expect(log.since(5)).toEqual({ is: 'none', cursor: 5 });
  log.add([line(6, { sessionId: 'a', event: 'question-asked' }), line(7, { sessionId: 'a' })]);
  expect(log.since(5)).toEqual({
    is: 'some',
    cursor: 7,
    keys: [
      { kind: 'session', id: 'a' },
      { kind: 'question', id: null },
    ],
  });
  expect(log.since(6)).toMatchObject({ is: 'some', cursor: 7 });
});

test('one who is behind the beginning starts anew, and so does one who is ahead of the end', () => {
  const log = new ChangeLog(10);
  log.begin(lines(101, 105));
  expect(log.since(100)).toMatchObject({ is: 'some', cursor: 105 });
  expect(log.since(99)).toEqual({ is: 'reset', cursor: 105 });
  expect(log.since(106)).toEqual({ is: 'reset', cursor: 105 });
});

test('only so many lines are kept', () => {
  const log = new ChangeLog(10);
  log.begin([]);
  log.add(lines(1, 25));
  expect(log.since(15)).toMatchObject({ is: 'some', cursor: 25 });
  expect(log.since(14)).toEqual({ is: 'reset', cursor: 25 });
  log.add([]);
  expect(log.since(15)).toMatchObject({ is: 'some', cursor: 25 });
});

test('a line that names nothing is about the project', () => {
  const log = new ChangeLog(10);
  log.begin([]);
  log.add([line(1, { sessionId: null, event: 'paused' })]);
  expect(log.since(0)).toMatchObject({ keys: [{ kind: 'project', id: null }] });
});
