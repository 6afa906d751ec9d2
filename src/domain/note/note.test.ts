import { expect, test } from 'vitest';
import { escalateNote, isSettled, noteLabel, openNote, resolveNote, unsettledText } from './note.ts';

const NOTE = openNote({
  sessionId: 's1',
  runId: null,
  taskId: null,
  number: 1,
  description: 'Assuming email field should be unique',
  context: 'Creating users table',
  createdAt: 7,
});
const self = { resolution: 'matches the other tables', by: 'agent_self', at: 9 } as const;
const user = { resolution: 'yes, unique', by: 'user', at: 9 } as const;

test('a note is called by its number within its session', () => {
  expect([NOTE.id, noteLabel({ number: 12 }), noteLabel({ number: 1234 })]).toEqual([
    's1.note_001',
    'note_012',
    'note_1234',
  ]);
});

test('an open note is settled by its agent or by the person', () => {
  for (const resolution of [self, user]) {
    expect(resolveNote(NOTE, resolution)).toMatchObject({
      value: {
        to: {
          state: 'resolved',
          resolution: resolution.resolution,
          resolvedBy: resolution.by,
          resolvedAt: 9,
          version: 2,
        },
      },
    });
  }
});

test('an escalated note is settled by the person alone, and a settled one never again', () => {
  const escalated = escalateNote(NOTE, 'a matter of requirements');
  if (!escalated.ok) throw new Error('refused');
  const { to } = escalated.value;
  expect(to).toMatchObject({ state: 'escalated', escalationReason: 'a matter of requirements' });
  expect(resolveNote(to, self)).toMatchObject({ refusal: { code: 'note-escalated' } });
  expect(escalateNote(to, 'again')).toMatchObject({ refusal: { code: 'illegal-note-step' } });
  const resolved = resolveNote(to, user);
  if (!resolved.ok) throw new Error('refused');
  expect(isSettled(resolved.value.to)).toBe(true);
  expect(resolveNote(resolved.value.to, user)).toMatchObject({ refusal: { code: 'illegal-note-step' } });
});

test('what keeps a session from being done names each note and what to do', () => {
  expect(unsettledText([NOTE, { ...NOTE, number: 2, state: 'escalated' }])).toBe(
    'note_001 is open (resolve or escalate it): Assuming email field should be unique\n' +
      'note_002 is escalated (it waits for an answer): Assuming email field should be unique',
  );
});
