import { describe, expect, test } from 'vitest';
import { aNote, T0 } from '../../../tests/store/rows.ts';
import { escalateNote, type Note, openNote, resolveNote } from '../../domain/note/note.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { Write } from '../store.ts';
import { duplicateOf, type Pair, SAVED, STALE } from './pair.conformance.ts';

const note = (number: number, changes: Partial<Note> = {}): Note => ({
  ...openNote({
    sessionId: 's1',
    runId: 'r1',
    taskId: 'table_1727539200',
    number,
    label: number === 1 ? 'note_007' : null,
    description: 'Assuming email field should be unique',
    context: 'Creating users table',
    createdAt: T0,
  }),
  ...changes,
});
const add = (added: Note): Write => ({ kind: 'add-completion-note', note: added, journal: aNote('added') });
function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.value;
}

export function describeNotes(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);

  describe('notes', () => {
    test('a note comes back with every field, before and after each step', async () => {
      const first = note(1);
      await save(add(first));
      expect(await on.other.findNote(first.id)).toEqual(first);
      const escalated = unwrap(escalateNote(first, 'a matter of requirements'));
      await save({ kind: 'step-completion-note', step: escalated, journal: aNote('up') });
      const resolved = unwrap(resolveNote(escalated.to, { resolution: 'yes', by: 'user', at: T0 + 5 }));
      await save({ kind: 'step-completion-note', step: resolved, journal: aNote('settled') });
      expect(await on.other.findNote(first.id)).toEqual(resolved.to);
    });

    test('of two who settle a note, the second is told it is stale', async () => {
      const first = note(1);
      await save(add(first));
      const settle = (resolution: string): Write => ({
        kind: 'step-completion-note',
        step: unwrap(resolveNote(first, { resolution, by: 'user', at: T0 })),
        journal: aNote(resolution),
      });
      expect(await on.store.commit([settle('yes')])).toEqual(SAVED);
      expect(await on.other.commit([settle('no')])).toEqual(STALE);
    });

    test('two notes of a session never have the same number', async () => {
      await save(add(note(1)));
      expect(await on.other.commit([add(note(1, { id: 'another' }))])).toEqual(duplicateOf('note'));
    });

    test('notes are listed oldest first, by session, run, task, and whether they are settled', async () => {
      const late = note(1, {
        id: 's2.note_001',
        sessionId: 's2',
        runId: null,
        taskId: null,
        createdAt: T0 + 9,
      });
      const settled = note(3, { state: 'resolved' });
      await save(add(late), add(settled), add(note(2)));
      const ids = async (filter: Parameters<Pair['store']['listNotes']>[0]) =>
        (await on.other.listNotes(filter)).map(({ id }) => id);
      expect(await ids({})).toEqual(['s1.note_002', 's1.note_003', 's2.note_001']);
      expect(await ids({ taskId: 'table_1727539200' })).toEqual(['s1.note_002', 's1.note_003']);
      expect(await ids({ runId: 'r1', isSettled: false })).toEqual(['s1.note_002']);
      expect(await ids({ sessionId: 's1', isSettled: true })).toEqual(['s1.note_003']);
    });
  });
}
