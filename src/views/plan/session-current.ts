import { type Note, noteLabel } from '../../domain/note/note.ts';

const MS = 1000;
const seconds = (at: number | null): number | null => (at === null ? null : Math.floor(at / MS));

/** The notes of one task of a role. */
export type TaskNotes = Readonly<{ taskId: string; startedAt: number | null; notes: readonly Note[] }>;

/** `completion_drive/session_current.json`: agents write notes into it, and find resolutions in it. */
export const renderSessionCurrent = ({ taskId, startedAt, notes }: TaskNotes): string =>
  `${JSON.stringify(
    { task_id: taskId, session_start: seconds(startedAt), notes: notes.map(noteOf) },
    null,
    2,
  )}\n`;

const noteOf = (note: Note) => ({
  note_id: noteLabel(note),
  timestamp: seconds(note.createdAt),
  description: note.description,
  context: note.context,
  status: note.state,
  resolution: note.resolution,
  resolved_by: note.resolvedBy,
  resolution_timestamp: seconds(note.resolvedAt),
  escalation_reason: note.escalationReason,
});

type Problem = Readonly<{ noteId: string | null; problem: string; remedy: string }>;

/** `session_current.problem.json`: what of the file beside it was not taken in. */
export const renderNoteProblems = (problems: readonly Problem[]): string =>
  `${JSON.stringify(
    {
      file: 'session_current.json',
      problems: problems.map(({ noteId, problem, remedy }) => ({ note_id: noteId, problem, remedy })),
    },
    null,
    2,
  )}\n`;
