import { expect, test } from 'vitest';
import { openNote } from '../domain/note/note.ts';
import { renderNote } from './note-list.ts';
import { styleFor } from './style.ts';

test('a note is shown whole: its line feeds as such, its controls as code points', () => {
  const note = openNote({
    sessionId: 's',
    runId: null,
    taskId: null,
    number: 1,
    description: 'Which store?\nStatus      resolved \u001b[2J',
    context: '',
    createdAt: 0,
  });
  expect(renderNote(note, styleFor(false)).split('\n').slice(3)).toEqual([
    'What        Which store?',
    '            Status      resolved <U+001B>[2J',
    '',
  ]);
});
