import { expect, test } from 'vitest';
import { readSessionCurrent, SESSION_CURRENT_MOST_BYTES } from './session-current.ts';

const NOTE = {
  note_id: 'note_001',
  timestamp: 1727540700,
  description: 'Assuming email field should be unique',
  context: 'Creating users table',
  status: 'open',
};
const file = (notes: unknown, more: object = {}): string =>
  JSON.stringify({ task_id: 'create_user_table_1727539200', session_start: 1727539800, notes, ...more });

test('a file with all fields, and one with only those that are required, are read', () => {
  const whole = {
    ...NOTE,
    note_id: 'note_002',
    status: 'resolved',
    resolution: 'yes',
    resolved_by: 'agent_self',
  };
  const times = { resolution_timestamp: 1727541600, escalation_reason: null };
  const read = readSessionCurrent(file([NOTE, { ...whole, ...times }]));
  expect(read).toMatchObject({ taskId: 'create_user_table_1727539200', problems: [] });
  expect(read.notes.map(({ note_id }) => note_id)).toEqual(['note_001', 'note_002']);
});

test('a bad note keeps no other from being read, and is named', () => {
  const read = readSessionCurrent(file([{ ...NOTE, status: 'done' }, { ...NOTE, note_id: 'note_002' }, 7]));
  expect(read.notes).toHaveLength(1);
  expect(read.problems.map(({ noteId }) => noteId)).toEqual(['note_001', 'notes[2]']);
  expect(read.problems[0]?.problem).toBe('status: expected one of open, resolved, escalated');
});

test.each([
  ['no JSON', '{"task_id": ', 'it is not JSON'],
  ['a list', '[]', 'expected an object'],
  ['another id', file([], { task_id: '../../etc' }), 'task_id: expected <slug>_<Unix time>'],
  ['no list of notes', file({}), 'notes: expected a list'],
  ['too many notes', file(Array.from({ length: 501 }, () => NOTE)), 'expected at most 500'],
])('%s is answered as a whole, and nothing is taken in', (_title, text, problem) => {
  const read = readSessionCurrent(text);
  expect([read.taskId, read.notes]).toEqual([null, []]);
  expect(read.problems[0]).toMatchObject({ noteId: null, problem: expect.stringContaining(problem) });
});

test('a file that is too large is answered without being read', () => {
  expect(readSessionCurrent(null).problems[0]?.problem).toContain(`${SESSION_CURRENT_MOST_BYTES / 1024} KB`);
});
