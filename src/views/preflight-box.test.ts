import { expect, test } from 'vitest';
import type { DetectedSession } from '../domain/preflight/detect-sessions.ts';
import { renderBox } from './preflight-box.ts';
import { renderConflicts, renderSessions, renderStale } from './preflight-text.ts';
import { textWidth } from './text-width.ts';

process.env.TZ = 'UTC';
const NOW = Date.UTC(2025, 0, 1, 11, 0);
const session = (more: Partial<DetectedSession> = {}): DetectedSession => ({
  id: 'BlueLake-1735727400',
  base: 'BlueLake',
  display: 'BlueLake (session 10:30)',
  createdAt: 1_735_727_400_000,
  seenAt: NOW - 120_000,
  isStale: false,
  track: 'cc-v2-integration',
  items: ['bd-101'],
  files: ['src/api/**'],
  ...more,
});
const stale = session({
  display: 'GreenCastle (session 09:15)',
  isStale: true,
  seenAt: NOW - 12 * 60_000,
  track: 'auto-orchestrate',
  items: ['bd-201'],
  files: ['skills/orchestrator/**'],
});
const box = { columns: 80, isPlain: false };
const widths = (text: string) => new Set(text.trimEnd().split('\n').map(textWidth));

test('the box of sessions', () => {
  expect(renderSessions([session(), stale], { now: NOW, box })).toMatchInlineSnapshot(`
    "┌─ ACTIVE SESSIONS ──────────────────────────────────────────┐
    │                                                            │
    │ 🟢 BlueLake (session 10:30) - active                       │
    │    Track: cc-v2-integration                                │
    │    Beads: bd-101 (in_progress)                             │
    │    Files: src/api/**                                       │
    │    Last seen: 2 min ago                                    │
    │                                                            │
    │ 🟡 GreenCastle (session 09:15) - stale (12 min)            │
    │    Track: auto-orchestrate                                 │
    │    Beads: bd-201 (in_progress)                             │
    │    Files: skills/orchestrator/**                           │
    │                                                            │
    └────────────────────────────────────────────────────────────┘
    "
  `);
});

test('the same with the characters of every terminal', () => {
  const text = renderSessions([session(), stale], { now: NOW, box: { ...box, isPlain: true } });
  expect(text).toMatch(/^[\x20-\x7e\n]+$/);
  expect(text).toContain('| *  BlueLake (session 10:30) - active ');
});

test('the box of conflicts', () => {
  const conflict = { session: null, other: session() };
  const conflicts = [
    { ...conflict, kind: 'track' as const, ours: ['cc-v2-integration'], theirs: ['cc-v2-integration'] },
    { ...conflict, kind: 'files' as const, ours: ['src/a'], theirs: ['src/**'] },
    { ...conflict, kind: 'items' as const, ours: ['bd-101'], theirs: ['bd-101'] },
  ];
  expect(renderConflicts(conflicts, { box, options: ['[P]roceed anyway'] })).toMatchInlineSnapshot(`
    "┌─ CONFLICTS DETECTED ─────────────────────────────────────────┐
    │                                                              │
    │ ⚠️  TRACK CONFLICT                                           │
    │     BlueLake (session 10:30) is already on cc-v2-integration │
    │                                                              │
    │ ⚠️  FILE CONFLICT                                            │
    │     src/a meets src/**, reserved by BlueLake (session 10:30) │
    │                                                              │
    │ ⚠️  BEAD CONFLICT                                            │
    │     bd-101 is claimed by BlueLake (session 10:30)            │
    │                                                              │
    │ Options:                                                     │
    │ [P]roceed anyway                                             │
    └──────────────────────────────────────────────────────────────┘
    "
  `);
});

test('the box of a stale session', () => {
  expect(renderStale(stale, { now: NOW, box, options: ['[T]ake over', '[W]ait'] })).toMatchInlineSnapshot(`
    "┌─ STALE SESSION DETECTED ───────────────────────────────────┐
    │                                                            │
    │ GreenCastle (session 09:15) inactive for 12 minutes        │
    │                                                            │
    │ Reserved files: skills/orchestrator/**                     │
    │ Claimed beads: bd-201 (in_progress)                        │
    │                                                            │
    │ ⚠️  Warning: May have uncommitted work                     │
    │                                                            │
    │ [T]ake over                                                │
    │ [W]ait                                                     │
    └────────────────────────────────────────────────────────────┘
    "
  `);
});

test('without anyone, it says so', () => {
  expect(renderSessions([], { now: NOW, box })).toBe('no active sessions\n');
});

test.each([10, 24, 40, 62, 80, 200])('every line is as wide as the box on %i columns', (columns) => {
  const wide = session({ files: ['a/'.repeat(70), '日本語/**', 'x y z'], track: '🟢'.repeat(40) });
  const seen = widths(renderSessions([wide], { now: NOW, box: { columns, isPlain: false } }));
  expect([...seen]).toEqual([Math.min(Math.max(24, columns), [...seen][0] ?? 0)]);
});

test('what others wrote cannot break the frame or speak to the terminal', () => {
  const text = renderBox('T', ['a\u001b[2Jb\r\nc'], box);
  expect(text).toContain('a<U+001B>[2Jb<U+000D>');
  expect(widths(text).size).toBe(1);
});
