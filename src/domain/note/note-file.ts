import { type Note, noteLabel } from './note.ts';

/** A note as a file tells of it. */
export type FiledNote = Readonly<{
  label: string;
  description: string;
  context: string;
  status: Note['state'];
  resolution: string | null;
  resolvedBy: string | null;
  escalationReason: string | null;
}>;

/** What a file asks for. A new note may be settled, or escalated, at once. */
export type NoteMove = Readonly<{
  /** Null for a new one. */
  from: Note | null;
  filed: FiledNote;
  then: 'resolve' | 'escalate' | null;
}>;

export type FiledProblem = Readonly<{ noteId: string; problem: string; remedy: string }>;
export type FileDecision = Readonly<{ moves: readonly NoteMove[]; problems: readonly FiledProblem[] }>;

type Filed = Readonly<{ notes: readonly FiledNote[]; known: readonly Note[]; turnBeganAt: number }>;

/**
 * What follows from a file of notes, beside the rows. Rows win: what they know already asks for nothing, so
 * the same file asks for nothing the second time.
 */
export function decideNoteFile({ notes, known, turnBeganAt }: Filed): FileDecision {
  const rows = new Map(known.map((note) => [noteLabel(note), note]));
  const seen = new Set<string>();
  const decided = notes.map((filed): FileDecision => {
    if (seen.has(filed.label)) return refused(filed, 'stands twice in the file', 'give each its own note_id');
    seen.add(filed.label);
    const row = rows.get(filed.label);
    return row === undefined ? decideNew(filed) : decideKnown(row, filed, turnBeganAt);
  });
  return {
    moves: decided.flatMap(({ moves }) => moves),
    problems: decided.flatMap(({ problems }) => problems),
  };
}

const NOTHING: FileDecision = { moves: [], problems: [] };
const refused = ({ label }: FiledNote, problem: string, remedy: string): FileDecision => ({
  moves: [],
  problems: [{ noteId: label, problem, remedy }],
});

/** One that cannot be settled as it says is open all the same: nothing that was noted is lost. */
function decideNew(filed: FiledNote): FileDecision {
  const { problems } = faultOf(filed);
  const then = problems.length === 0 ? stepOf(filed) : null;
  return { moves: [{ from: null, filed, then }], problems };
}

const STEPS: Readonly<Record<FiledNote['status'], NoteMove['then']>> = {
  open: null,
  resolved: 'resolve',
  escalated: 'escalate',
};
const stepOf = ({ status }: FiledNote): NoteMove['then'] => STEPS[status];

const isBlank = (text: string | null): boolean => text === null || text.trim() === '';

/** Why an agent may not settle or escalate a note in the way that the file says. */
function faultOf(filed: FiledNote): FileDecision {
  if (filed.status === 'escalated' && isBlank(filed.escalationReason))
    return refused(filed, 'is escalated without a reason', 'fill in escalation_reason; the note stays open');
  if (filed.status !== 'resolved') return NOTHING;
  if (isBlank(filed.resolution))
    return refused(filed, 'is resolved without a resolution', 'fill in resolution; the note stays open');
  if (filed.resolvedBy === 'agent_self') return NOTHING;
  const remedy = 'set resolved_by to agent_self, or status to escalated with an escalation_reason';
  return refused(filed, `cannot be resolved by ${filed.resolvedBy ?? 'null'} in this file`, remedy);
}

function decideKnown(row: Note, filed: FiledNote, turnBeganAt: number): FileDecision {
  if (filed.description !== row.description || filed.context !== row.context) {
    const remedy = `put the words back ("${row.description}"), and log what is new under a new note_id`;
    return refused(filed, 'was taken in with other words, which stay', remedy);
  }
  if (row.state === 'escalated') return decideEscalated(filed);
  if (row.state === 'resolved') return decideResolved(row, filed, turnBeganAt);
  const then = stepOf(filed);
  const fault = faultOf(filed);
  if (then === null || fault.problems.length > 0) return fault;
  return { moves: [{ from: row, filed, then }], problems: [] };
}

// One that still says "open" was written before the note was escalated by a command.
const decideEscalated = (filed: FiledNote): FileDecision =>
  filed.status !== 'resolved'
    ? NOTHING
    : refused(filed, 'is escalated, and not yours to resolve any more', 'end your turn: the answer comes');

function decideResolved(row: Note, filed: FiledNote, turnBeganAt: number): FileDecision {
  const isSame = filed.status === 'resolved' && filed.resolution === row.resolution;
  // What was resolved during the turn is not in the agent's file yet.
  const isNews = row.resolvedAt !== null && row.resolvedAt > turnBeganAt;
  if (isSame || (isNews && filed.status !== 'resolved')) return NOTHING;
  const what = filed.status === 'resolved' ? 'was resolved in other words' : 'was resolved, and stays so';
  return refused(filed, `${what}: ${row.resolution ?? ''}`, 'log a new note if it came up again');
}
