import { expect, test } from 'vitest';
import { joinedAs } from './participant.ts';
import { isPresent, presenceOfParticipant, presenceOfSession, STALE_MS, WINDOW_MS } from './presence.ts';

const NOTHING = { items: [], files: [] };
const joined = joinedAs({
  baseName: 'CalmFord',
  track: null,
  cli: null,
  conversationId: null,
  hostId: 'here',
  anchor: null,
  workDir: '/w',
  joinedAt: 1_000,
});

test('ten minutes without a word make it stale, and not a moment earlier', () => {
  expect(presenceOfParticipant(joined, NOTHING, 1_000 + STALE_MS).status).toBe('active');
  expect(presenceOfParticipant(joined, NOTHING, 1_001 + STALE_MS).status).toBe('stale');
});

test('half an hour without a word hides it, unless its process lives', () => {
  const at = 1_001 + WINDOW_MS;
  const presence = presenceOfParticipant(joined, NOTHING, at);
  expect(isPresent(presence, { at, isProcessAlive: false })).toBe(false);
  expect(isPresent(presence, { at, isProcessAlive: true })).toBe(true);
  expect(isPresent(presence, { at: at - 1, isProcessAlive: false })).toBe(true);
});

test('a session is active as long as it is not over, however long it says nothing', () => {
  const session = {
    id: '20260101-100000-scout',
    persona: 'scout',
    cli: 'claude',
    hostId: 'here',
    createdAt: 1,
    stateSince: 2,
    workDir: null,
  };
  const presence = presenceOfSession(session, { ...NOTHING, track: 'research', seenAt: 5 });
  expect(presence).toMatchObject({ status: 'active', kind: 'session', baseName: 'scout', seenAt: 5 });
  expect(isPresent(presence, { at: 10 * WINDOW_MS, isProcessAlive: false })).toBe(true);
});
