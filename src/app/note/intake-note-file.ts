import {
  type NoteProblem,
  type ReadSession,
  readSessionCurrent,
  type SessionNote,
} from '../../contract/plan/session-current.ts';
import { type Note, noteLabel, openNote, resolveNote } from '../../domain/note/note.ts';
import { decideNoteFile, type FiledNote, type NoteMove } from '../../domain/note/note-file.ts';
import type { Session } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';
import { type Draft, noteOf, openDraft } from '../draft.ts';
import { quotaWrite } from '../session/use-quota.ts';
import { draftEscalated } from './draft-escalated.ts';
import { findNoteWay, RUN_OVER } from './escalation-way.ts';
import { listTaskNotes } from './task-notes.ts';

type FileDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'config'>;

/** A file of notes on its way in. */
export type FiledNotes = Readonly<{
  session: Session;
  /** The task that the role has in hand. */
  taskId: string;
  /** Every task that the role does or verifies. */
  ownTasks: readonly string[];
  /** Null when it is too large. */
  text: string | null;
  turnBeganAt: number;
}>;

/** What could not be taken in; and the task that the file is about, where it is an earlier one. */
export type NotesTaken = Readonly<{
  problems: readonly NoteProblem[];
  earlier: string | null;
  /** Rows were written. */
  hasMoved: boolean;
}>;

/**
 * Takes in `session_current.json`: each new note becomes a row, and each change a step, exactly once.
 * `moved`: another writer was faster; look again.
 */
export async function intakeNoteFile(deps: FileDeps, filed: FiledNotes): Promise<NotesTaken | 'moved'> {
  const read = readSessionCurrent(filed.text);
  if (read.taskId === null) return { problems: read.problems, ...NOTHING };
  const isOther = read.taskId !== filed.taskId;
  if (isOther && filed.ownTasks.includes(read.taskId))
    return { problems: [], earlier: read.taskId, hasMoved: false };
  if (isOther) return { problems: [foreign(read.taskId, filed.taskId)], ...NOTHING };
  return intakeRead(deps, filed, read);
}

const NOTHING = { earlier: null, hasMoved: false } as const;

async function intakeRead(
  deps: FileDeps,
  filed: FiledNotes,
  read: ReadSession,
): Promise<NotesTaken | 'moved'> {
  const known = await listTaskNotes(deps.store, filed.session, filed.taskId);
  const notes = read.notes.map(filedOf);
  const { moves, problems } = decideNoteFile({ notes, known, turnBeganAt: filed.turnBeganAt });
  const bad = [...read.problems, ...problems];
  if (moves.length === 0) return { problems: bad, ...NOTHING };
  const draft = openDraft(filed.session, [], { at: deps.clock.now(), by: `session:${filed.session.id}` });
  const way = await findNoteWay(deps.store, filed.session, draft);
  if (way === 'over') return { problems: [...bad, runOver], ...NOTHING };
  draft.writes.push(...way.guard);
  const refused = await draftMoves(deps, draft, { ...filed, moves, isTakenByRun: way.isTakenByRun });
  const added = moves.filter(({ from }) => from === null);
  const counted = added.map(() => quotaWrite(deps, filed.session, 'notes'));
  const result = await deps.store.commit([...draft.writes, ...counted]);
  if (result.saved) return { problems: [...bad, ...refused], earlier: null, hasMoved: true };
  if (result.why !== 'over-quota') return 'moved';
  return { problems: [...bad, tooMany(result.limit)], ...NOTHING };
}

const foreign = (found: string, wanted: string): NoteProblem => ({
  noteId: null,
  problem: `it is about ${found}, and your task is ${wanted}; nothing of it was taken in`,
  remedy: `set task_id to ${wanted}`,
});

const runOver: NoteProblem = {
  noteId: null,
  problem: `${RUN_OVER}, and nothing new was taken in`,
  remedy: 'say it in a message to the person',
};

const tooMany = (limit: number): NoteProblem => ({
  noteId: null,
  problem: `a session may log ${limit} notes, and nothing new was taken in`,
  remedy: 'settle those that are open with swarm note resolve, and say the rest in your result',
});

const filedOf = (note: SessionNote): FiledNote => ({
  label: note.note_id,
  description: note.description,
  context: note.context,
  status: note.status,
  resolution: note.resolution ?? null,
  resolvedBy: note.resolved_by ?? null,
  escalationReason: note.escalation_reason ?? null,
});

type Moves = FiledNotes & Readonly<{ moves: readonly NoteMove[]; isTakenByRun: boolean }>;

/** Adds come first and are numbered in the order of the file. */
async function draftMoves(
  deps: FileDeps,
  draft: Draft,
  { session, taskId, moves, isTakenByRun }: Moves,
): Promise<readonly NoteProblem[]> {
  const { id: sessionId, runId } = session;
  const before = await deps.store.listNotes({ sessionId });
  let number = before.reduce((most, { number: n }) => Math.max(most, n), 0);
  const problems: NoteProblem[] = [];
  for (const { from, filed, then } of moves) {
    const { label, description, context } = filed;
    if (from === null) number += 1;
    const words = { label, description, context, createdAt: draft.at };
    const note = from ?? openNote({ sessionId, runId, taskId, number, ...words });
    if (from === null)
      draft.writes.push({ kind: 'add-completion-note', note, journal: noteOf(draft, description) });
    const problem = then === null ? null : draftThen(deps, draft, { note, filed, then, isTakenByRun });
    if (problem !== null)
      problems.push({ noteId: label, problem, remedy: 'look at it with swarm note show' });
  }
  return problems;
}

type Then = Readonly<{
  note: Note;
  filed: FiledNote;
  then: NonNullable<NoteMove['then']>;
  isTakenByRun: boolean;
}>;

/** What keeps the step from being taken, if anything does. */
function draftThen(
  deps: FileDeps,
  draft: Draft,
  { note, filed, then, isTakenByRun: isTaken }: Then,
): string | null {
  if (then === 'escalate') {
    const reason = filed.escalationReason ?? '';
    const escalated = draftEscalated(deps, draft, { note, reason, isTakenByRun: isTaken });
    return escalated.ok ? null : escalated.text;
  }
  const resolution = filed.resolution ?? '';
  const step = resolveNote(note, { resolution, by: 'agent_self', at: draft.at });
  if (!step.ok) return `${noteLabel(note)} is ${note.state} already`;
  draft.writes.push({ kind: 'step-completion-note', step: step.value, journal: noteOf(draft, resolution) });
  return null;
}
