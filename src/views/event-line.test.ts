import { expect, test } from 'vitest';
import { eventWords } from '../contract/event-words.ts';
import type { JournalEntry } from '../domain/journal/journal.ts';
import { renderEventLine } from './event-line.ts';
import { styleFor } from './style.ts';

const entry = (changes: Partial<JournalEntry>): JournalEntry => ({
  seq: 1,
  at: Date.parse('2025-11-18T15:30:42Z'),
  sessionId: 's-1',
  runId: null,
  workId: null,
  loopId: null,
  by: 'supervisor',
  event: 'heard',
  fromState: 'starting',
  toState: 'working',
  note: '',
  ...changes,
});
const lineOf = (changes: Partial<JournalEntry>): string =>
  renderEventLine(entry(changes), styleFor(false)).replace(/^\S+ \S+ /, '');

test.each([
  [{}, 's-1 agent is running (by supervisor)\n'],
  [
    { event: 'turn-see', note: 'turn 1: prompt' },
    's-1 agent has read the turn: turn 1: prompt (by supervisor)\n',
  ],
  [{ event: 'gone', toState: 'failed', note: 'exit 1' }, 's-1 ended: failed: exit 1 (by supervisor)\n'],
  [
    { event: 'run-stage', sessionId: null, runId: '17', fromState: 'build', toState: 'review' },
    '17 stage build → review (by supervisor)\n',
  ],
  [{ event: 'quota-spent', note: 'a\nb\u001b[2J' }, 's-1 limit reached: a⏎b<U+001B>[2J (by supervisor)\n'],
])('%j reads as a person would say it', (changes, line) => {
  expect(lineOf(changes)).toBe(line);
});

test('an event without words of its own, or with a name of an object, reads as its name', () => {
  expect(eventWords({ event: 'made-up-name' })).toBe('made up name');
  expect(eventWords({ event: 'constructor' })).toBe('constructor');
});

test('an end whose state is not known reads as an end, and not as null', () => {
  const words = ['gone', 'run-synthesised', 'run-stage'].map((event) => eventWords({ event }));
  expect(words).toEqual(['ended', 'run ended', 'next stage']);
});
