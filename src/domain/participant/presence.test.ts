import { expect, test } from 'vitest';
import { joinedAs } from './participant.ts';
import { isSilent, presenceOfParticipant, presenceOfSession, STALE_MS, WINDOW_MS } from './presence.ts';

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

test('half an hour without a word makes it silent, and not a moment earlier', () => {
  expect(isSilent(joined, 999 + WINDOW_MS)).toBe(false);
  expect(isSilent(joined, 1_000 + WINDOW_MS)).toBe(true);
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
});
