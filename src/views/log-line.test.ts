import { expect, test } from 'vitest';
import type { JournalEntry } from '../domain/journal/journal.ts';
import { type LogLevel, leastLevelOf, logLinesFrom } from './log-line.ts';

const entry = (event: string, toState: string | null = null): JournalEntry => ({
  seq: 1,
  at: Date.UTC(2026, 0, 5, 12),
  sessionId: 's1',
  runId: null,
  workId: null,
  loopId: null,
  by: 'kim@host',
  event,
  fromState: null,
  toState,
  note: 'because',
});

const ENTRIES = [entry('turn-see'), entry('created'), entry('park'), entry('gone', 'failed')];

test('a line of a session names the run that it belongs to', () => {
  expect(logLinesFrom('info')({ ...entry('created'), runId: '17' })).toContain(' s1 of run 17: created ');
});

test.each<[LogLevel, readonly string[]]>([
  ['debug', ['DEBUG', 'INFO', 'WARN', 'ERROR']],
  ['info', ['INFO', 'WARN', 'ERROR']],
  ['warn', ['WARN', 'ERROR']],
  ['error', ['ERROR']],
])('from %s on, the log takes only what is at least as serious', (least, levels) => {
  const lines = ENTRIES.map(logLinesFrom(least)).join('');
  expect(lines.match(/(?<=\] \[)[A-Z]+/g)).toEqual(levels);
});

test('a line says when, how serious, whose, what, why and who asked', () => {
  const line = logLinesFrom('info')(entry('created'));
  expect(line).toMatch(/^\[2026-01-05T.*\] \[INFO\] s1: created \(because\) by kim@host\n$/);
});

test('a line of a run names the run', () => {
  const line = logLinesFrom('info')({ ...entry('run-begun'), sessionId: null, runId: '17' });
  expect(line).toContain('[INFO] run 17: run-begun');
});

test('verbose means debug, whatever the level is', () => {
  const log = { level: 'error', retentionDays: 30 } as const;
  expect(leastLevelOf({ log, verbose: true })).toBe('debug');
  expect(leastLevelOf({ log, verbose: false })).toBe('error');
});
