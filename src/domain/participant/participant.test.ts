import { expect, test } from 'vitest';
import { pickBaseName } from './base-name.ts';
import { joinedAs, type ParticipantEvent, stepParticipant } from './participant.ts';

const joined = joinedAs({
  baseName: 'BlueLake',
  track: 'api',
  cli: 'claude',
  conversationId: 'c1',
  hostId: 'here',
  anchor: { pid: 7, start: '9', boot: 'b' },
  workDir: '/w',
  joinedAt: 1735689600123,
});

test('an id is the name and the time of joining', () => {
  expect(joined).toMatchObject({ id: 'BlueLake-1735689600123', state: 'active', seenAt: 1735689600123 });
});

test.each<[ParticipantEvent, string, string | null]>([
  ['set-track', 'active', null],
  ['move', 'active', null],
  ['leave', 'ended', 'left'],
  ['expire', 'ended', 'expired'],
  ['take-over', 'ended', 'taken-over'],
])('%s makes it %s', (event, state, endReason) => {
  const step = stepParticipant(joined, event, { at: joined.joinedAt + 5, patch: { takenBy: 'x' } });
  expect(step).toMatchObject({ ok: true, value: { to: { state, endReason, version: 2, takenBy: 'x' } } });
});

test('what is done to it is no sign of life, what it does is', () => {
  const at = joined.joinedAt + 5;
  expect(stepParticipant(joined, 'move', { at })).toMatchObject({ value: { to: { seenAt: at } } });
  expect(stepParticipant(joined, 'take-over', { at })).toMatchObject({
    value: { to: { seenAt: joined.joinedAt } },
  });
});

test('one that has ended is told so, with who took over', () => {
  const taken = stepParticipant(joined, 'take-over', { at: 9, patch: { takenBy: 'GreenHill-1' } });
  if (!taken.ok) throw new Error('refused');
  expect(stepParticipant(taken.value.to, 'move', { at: 10 })).toEqual({
    ok: false,
    refusal: {
      code: 'participant-ended',
      participantId: joined.id,
      reason: 'taken-over',
      at: 9,
      by: 'GreenHill-1',
    },
  });
});

test('a base name is one that no participant has, as long as there is one', () => {
  const first = pickBaseName(3, new Set());
  const second = pickBaseName(3, new Set([first]));
  expect(second).not.toBe(first);
  expect(first).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+$/);
  const all = new Set<string>();
  for (let name = pickBaseName(0, all); !all.has(name); name = pickBaseName(0, all)) all.add(name);
  expect(all.size).toBeGreaterThan(1_000);
});
