import { type Note, openNote } from '../../src/domain/note/note.ts';
import type { Write } from '../../src/store/store.ts';
import { choose, type KnownRows, moved, note, one, pick, type Seedling } from './random-rows.ts';
import { T0 } from './rows.ts';

type NoteKind = 'add-completion-note' | 'step-completion-note';

const noteOf = ({ a, b, c }: Seedling, sessionId: string): Note =>
  openNote({
    sessionId,
    runId: one(b, null, 'r1', 'r2'),
    taskId: one(c, null, 'table_1727539200'),
    number: (c % 4) + 1,
    label: one(a, null, 'note_001'),
    description: `doubt ${a}`,
    context: one(a, '', 'at work'),
    createdAt: T0 + (b % 3),
  });

/** Writes about notes. */
export const GROW_NOTES: Record<NoteKind, (seedling: Seedling, known: KnownRows) => Write> = {
  'add-completion-note': (seedling, known) => {
    const added = noteOf(seedling, pick(known.sessions.now, seedling.a)?.id ?? 'none');
    known.notes.now.push(added);
    return { kind: 'add-completion-note', note: added, journal: note(seedling) };
  },
  'step-completion-note': (seedling, known) => {
    const from = choose(known.notes, seedling, noteOf(seedling, 'none'));
    const state = one(seedling.b, 'escalated', 'resolved');
    const to: Note = {
      ...from,
      state,
      version: from.version + 1,
      escalationReason: one(seedling.c, null, 'not mine'),
      resolution: one(seedling.a, null, 'so be it'),
      resolvedBy: one(seedling.b, null, 'user', 'agent_self'),
      resolvedAt: one(seedling.c, null, T0),
    };
    moved(known.notes, from, to);
    const event = state === 'resolved' ? 'resolve' : 'escalate';
    return { kind: 'step-completion-note', step: { from, event, to }, journal: note(seedling) };
  },
};
