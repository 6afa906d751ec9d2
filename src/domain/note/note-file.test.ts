import { expect, test } from 'vitest';
import { type Note, openNote } from './note.ts';
import { decideNoteFile, type FiledNote } from './note-file.ts';

const FILED: FiledNote = {
  label: 'note_001',
  description: 'Assuming email is unique',
  context: 'Creating users',
  status: 'open',
  resolution: null,
  resolvedBy: null,
  escalationReason: null,
};
const ROW: Note = openNote({
  sessionId: 's1',
  runId: 'r1',
  taskId: 'table_1727539200',
  number: 7,
  label: 'note_001',
  description: FILED.description,
  context: FILED.context,
  createdAt: 1,
});
const SELF = { status: 'resolved', resolution: 'seen in other tables', resolvedBy: 'agent_self' } as const;
const UP = { status: 'escalated', escalationReason: 'a requirement' } as const;

/** What a file with this one note asks for, beside this row. */
function decide(filed: Partial<FiledNote>, row: Partial<Note> | null, turnBeganAt = 10) {
  const known = row === null ? [] : [{ ...ROW, ...row }];
  const { moves, problems } = decideNoteFile({ notes: [{ ...FILED, ...filed }], known, turnBeganAt });
  return {
    moves: moves.map(({ from, then }) => `${from === null ? 'add' : 'known'} ${then ?? 'open'}`),
    problems: problems.map(({ problem }) => problem),
  };
}

const RESOLVED = { state: 'resolved', resolution: 'yes', resolvedBy: 'user', resolvedAt: 5 } as const;

test.each([
  ['a new note', {}, null, 'add open', null],
  ['a new one, resolved at once', SELF, null, 'add resolve', null],
  ['a new one, escalated at once', UP, null, 'add escalate', null],
  [
    'a new one that says the person resolved it',
    { ...SELF, resolvedBy: 'user' },
    null,
    'add open',
    'by user',
  ],
  ['a new one, escalated for no reason', { status: 'escalated' }, null, 'add open', 'without a reason'],
  ['the same note', {}, {}, null, null],
  ['an open one that is resolved', SELF, {}, 'known resolve', null],
  ['one that is resolved in no words', { ...SELF, resolution: ' ' }, {}, null, 'without a resolution'],
  ['an open one that is escalated', UP, {}, 'known escalate', null],
  ['an accepted one in other words', { description: 'Assuming the opposite' }, {}, null, 'other words'],
  ['an escalated one that is resolved', SELF, { state: 'escalated' }, null, 'not yours'],
  ['an escalated one, still shown as open', {}, { state: 'escalated' }, null, null],
  ['one that was resolved, opened again', {}, RESOLVED, null, 'stays so'],
  [
    'the answer of the person, as drawn',
    { ...SELF, resolution: 'yes', resolvedBy: 'user' },
    RESOLVED,
    null,
    null,
  ],
  [
    'the answer of the person, in other words',
    { ...SELF, resolution: 'no' },
    RESOLVED,
    null,
    'in other words: yes',
  ],
] as const)('%s', (...[, filed, row, move, problem]) => {
  const { moves, problems } = decide(filed, row);
  expect(moves).toEqual(move === null ? [] : [move]);
  expect(problems).toEqual(problem === null ? [] : [expect.stringContaining(problem)]);
});

test('what was resolved during the turn is no attempt to open it again', () => {
  expect(decide({}, { ...RESOLVED, resolvedAt: 11 })).toEqual({ moves: [], problems: [] });
});

test('of two notes with one id the first counts', () => {
  const second = { ...FILED, description: 'Something else' };
  const { moves, problems } = decideNoteFile({ notes: [FILED, second], known: [], turnBeganAt: 0 });
  expect([moves.length, problems[0]?.problem]).toEqual([1, 'stands twice in the file']);
});
