import { expect, test } from 'vitest';
import type { JournalEntry } from '../domain/journal/journal.ts';
import { renderIterationLines } from './iteration-log.ts';

const ENTRY: JournalEntry = {
  seq: 1,
  at: Date.UTC(2026, 0, 27, 15, 45, 51),
  sessionId: null,
  runId: null,
  workId: null,
  loopId: 'loop-1',
  by: 'supervisor',
  event: 'loop-begin',
  fromState: 'running',
  toState: 'running',
  note: '====== ITERATION 1 START ====== | Assigned work: issue-123',
};
const lines = (changes: Partial<JournalEntry>): string => renderIterationLines({ ...ENTRY, ...changes });

test("each part of a loop's note is a line", () => {
  expect(lines({})).toBe(
    '[2026-01-27 15:45:51] ====== ITERATION 1 START ======\n[2026-01-27 15:45:51] Assigned work: issue-123\n',
  );
});

test('a session that a loop began and that has to wait is told by its name, whatever its words hold', () => {
  const stopped = lines({ sessionId: 's-1', event: 'interrupt', note: 'red | redder' });
  expect(stopped).toBe(
    '[2026-01-27 15:45:51] INTERRUPT: s-1 waits for an answer (swarm questions): red | redder\n',
  );
  expect(lines({ sessionId: 's-1', event: 'asked', note: 'by the agent' })).toContain('WARNING: s-1 waits');
  expect(lines({ sessionId: 's-1', event: 'answered', note: 'q-1' })).toContain('resuming: s-1');
});

test('that its agent runs, and why it pauses, is told too', () => {
  expect(lines({ sessionId: 's-1', event: 'heard', note: 'attempt 2' })).toBe(
    '[2026-01-27 15:45:51] SUCCESS: Session running: s-1 (attempt 2)\n',
  );
  expect(lines({ sessionId: 's-1', event: 'park', note: 'rate limit' })).toContain(
    'WARNING: s-1 pauses, and goes on by itself: rate limit',
  );
});

test('an entry without a loop is no line', () => {
  expect(lines({ loopId: null })).toBe('');
});
