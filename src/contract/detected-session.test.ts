import { expect, test } from 'vitest';
import { parseSessions } from './detected-session.ts';

process.env.TZ = 'UTC';
const NOW = Date.UTC(2025, 0, 1, 11, 0);
const SECONDS = NOW / 1000;

test('a session needs no more than its id', () => {
  expect(parseSessions('[{"id":"BlueLake-1735727400"}]', NOW)).toMatchObject({
    ok: true,
    value: [{ display: 'BlueLake (session 10:30)', isStale: true, track: null, items: [], files: [] }],
  });
});

test('whether it is stale is said by its status, else by its last heartbeat', () => {
  const sessions = [
    { id: 'a', last_heartbeat: SECONDS - 60 },
    { id: 'b', last_heartbeat: SECONDS - 660 },
    { id: 'c', last_heartbeat: SECONDS - 60, status: 'stale' },
    { id: 'd', status: 'ended' },
  ];
  const read = parseSessions(JSON.stringify({ active_sessions: sessions }), NOW);
  expect(read.ok && read.value.map(({ id, isStale }) => [id, isStale])).toEqual([
    ['a', false],
    ['b', true],
    ['c', true],
  ]);
});

test.each([
  [/^not JSON/, '{'],
  [/^not a list of sessions/, '{"a":[]}'],
  [/^session 0: expected an object/, '[7]'],
  [/^session 1\.files_reserved: expected a list/, '[{"id":"a"},{"id":"b","files_reserved":"x"}]'],
  [/^1001 sessions, at most 1000/, JSON.stringify(Array(1_001).fill({ id: 'a' }))],
])('what is no list of sessions is refused with the reason: %s', (problem, text) => {
  expect(parseSessions(text, NOW)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
});
