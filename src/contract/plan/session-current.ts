import * as z from 'zod/mini';
import { isTaskId } from '../../domain/plan/task-id.ts';
import { describeIssue } from '../describe-issue.ts';
import { parseJson } from '../json.ts';

export const SESSION_CURRENT_MOST_BYTES = 1024 * 1024;
const NOTES_MOST = 500;
const LETTERS_MOST = 20_000;

const Text = z.string().check(z.regex(/\S/, 'expected a text'), z.maxLength(LETTERS_MOST));
const Time = z.int().check(z.minimum(0));
const OrNull = <T extends z.core.$ZodType>(type: T) => z.optional(z.nullable(type));

/** One note of `session_current.json`, as its agent wrote it. Times are seconds. */
export const SessionNote = z.object({
  note_id: z.string().check(z.regex(/^note_\d{3,6}$/, 'expected note_001, note_002, …')),
  timestamp: Time,
  description: Text,
  context: z.string().check(z.maxLength(LETTERS_MOST)),
  status: z.enum(['open', 'resolved', 'escalated']),
  resolution: OrNull(z.string().check(z.maxLength(LETTERS_MOST))),
  resolved_by: OrNull(z.enum(['agent_self', 'workflow_executor', 'user'])),
  resolution_timestamp: OrNull(Time),
  escalation_reason: OrNull(z.string().check(z.maxLength(LETTERS_MOST))),
});
export type SessionNote = z.infer<typeof SessionNote>;

/** `completion_drive/session_current.json`: the notes of the task that an agent is at work on. */
export const SessionCurrent = z.object({
  task_id: z.string().check(z.refine(isTaskId, 'expected <slug>_<Unix time>')),
  session_start: z.nullable(Time),
  notes: z.array(z.unknown()).check(z.maxLength(NOTES_MOST)),
});

/** What is wrong with one note, or with the whole file (`noteId` is null), and how to mend it. */
export type NoteProblem = Readonly<{ noteId: string | null; problem: string; remedy: string }>;

export type ReadSession = Readonly<{
  /** Null when the file as a whole cannot be read. */
  taskId: string | null;
  notes: readonly SessionNote[];
  problems: readonly NoteProblem[];
}>;

const AS_A_WHOLE = 'write one JSON object: {"task_id": "…", "session_start": <Unix time>, "notes": […]}';

/** Each note by itself: a bad one keeps no other from being read. */
export function readSessionCurrent(text: string | null): ReadSession {
  if (text === null) {
    const most = `${SESSION_CURRENT_MOST_BYTES / 1024} KB`;
    return broken(`it is larger than ${most}`, 'shorten it; what is long belongs into task_output/');
  }
  const json = parseJson(text);
  if (!json.ok) return broken(`it is not JSON: ${json.problem}`, AS_A_WHOLE);
  const file = SessionCurrent.safeParse(json.value);
  if (!file.success) return broken(problemOf(file.error), AS_A_WHOLE);
  const read = file.data.notes.map(readNote);
  return {
    taskId: file.data.task_id,
    notes: read.flatMap((one) => ('note' in one ? [one.note] : [])),
    problems: read.flatMap((one) => ('note' in one ? [] : [one])),
  };
}

const broken = (problem: string, remedy: string): ReadSession => ({
  taskId: null,
  notes: [],
  problems: [{ noteId: null, problem, remedy }],
});

function readNote(value: unknown, index: number): { note: SessionNote } | NoteProblem {
  const note = SessionNote.safeParse(value);
  if (note.success) return { note: note.data };
  const named = Object(value) as Readonly<{ note_id?: unknown }>;
  return {
    noteId: typeof named.note_id === 'string' ? named.note_id.slice(0, 100) : `notes[${index}]`,
    problem: problemOf(note.error),
    remedy: 'mend this field; the other notes were taken in',
  };
}

function problemOf({ issues }: z.core.$ZodError): string {
  const [issue] = issues;
  if (issue === undefined) return 'it cannot be read';
  const path = issue.path.join('.');
  return path === '' ? describeIssue(issue) : `${path}: ${describeIssue(issue)}`;
}
