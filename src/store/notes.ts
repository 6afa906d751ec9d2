import type { Note, NotePatch } from '../domain/note/note.ts';
import type { Engine } from './engine.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store } from './store.ts';
import { plain, storable, Table } from './table.ts';
import { where } from './where.ts';

const noteTable = new Table<Note>('note', ['id'], () => ({
  id: plain('id'),
  sessionId: plain('session_id'),
  runId: plain('run_id'),
  taskId: plain('task_id'),
  number: plain('number'),
  label: plain('label'),
  description: plain('description'),
  context: plain('context'),
  state: plain('state'),
  version: plain('version'),
  escalationReason: plain('escalation_reason'),
  resolution: plain('resolution'),
  resolvedBy: plain('resolved_by'),
  resolvedAt: plain('resolved_at'),
  createdAt: plain('created_at'),
}));

// What a step may change. The type makes sure that whatever a step can settle is saved.
const STEPPED: Record<keyof NotePatch | 'state' | 'version', true> = {
  state: true,
  version: true,
  escalationReason: true,
  resolution: true,
  resolvedBy: true,
  resolvedAt: true,
};

export const notes = steppedTable(noteTable, {
  duplicateOf: 'note',
  stepped: STEPPED,
  guards: ['version', 'state'],
});

export const noteReads = (engine: Engine): Pick<Store, 'findNote' | 'listNotes'> => ({
  findNote: (id) => notes.find(engine, id),
  listNotes: ({ sessionId, runId, taskId, isSettled }) => {
    const { sql, values } = where([
      sessionId !== undefined && { sql: 'session_id = ?', values: [storable(sessionId)] },
      runId !== undefined && { sql: 'run_id = ?', values: [storable(runId)] },
      taskId !== undefined && { sql: 'task_id = ?', values: [storable(taskId)] },
      isSettled === true && { sql: `state = 'resolved'`, values: [] },
      isSettled === false && { sql: `state <> 'resolved'`, values: [] },
    ]);
    return noteTable.list(engine, `${sql} order by created_at, session_id, number`, values);
  },
});
