import { accept, type Outcome, refuse } from '../outcome.ts';

export type NoteState = 'open' | 'escalated' | 'resolved';
export type NoteEvent = 'escalate' | 'resolve';

/** Who settled it: its agent, the run of its plan through the architect, or the person. */
export type Resolver = 'agent_self' | 'workflow_executor' | 'user';

/** An assumption or a doubt that an agent recorded while it worked. Times are epoch milliseconds. */
export type Note = Readonly<{
  /** `<session>.note_001` */
  id: string;
  sessionId: string;
  runId: string | null;
  /** In the run of a plan: the task that its session was at work on. */
  taskId: string | null;
  /** From 1, within its session. */
  number: number;
  /** What the agent of a plan calls it; each task begins with `note_001`. Null: named by its number. */
  label: string | null;
  description: string;
  /** What the agent was doing when it came up. */
  context: string;
  state: NoteState;
  version: number;
  escalationReason: string | null;
  resolution: string | null;
  resolvedBy: Resolver | null;
  resolvedAt: number | null;
  createdAt: number;
}>;

export type NotePatch = Partial<Pick<Note, 'escalationReason' | 'resolution' | 'resolvedBy' | 'resolvedAt'>>;
export type NoteStep = Readonly<{ from: Note; event: NoteEvent; to: Note }>;

// The whole machine. An absent cell is refused; an empty row is final.
const NEXT: Record<NoteState, Partial<Record<NoteEvent, NoteState>>> = {
  open: { escalate: 'escalated', resolve: 'resolved' },
  escalated: { resolve: 'resolved' },
  resolved: {},
};

const NUMBER_DIGITS = 3;

/** `note_001` */
export const labelOf = (number: number): string => `note_${String(number).padStart(NUMBER_DIGITS, '0')}`;

/** What its agent calls it. */
export const noteLabel = ({ number, label }: Pick<Note, 'number'> & Partial<Pick<Note, 'label'>>): string =>
  label ?? labelOf(number);

type NewNote = Pick<
  Note,
  'sessionId' | 'runId' | 'taskId' | 'number' | 'description' | 'context' | 'createdAt'
> &
  Partial<Pick<Note, 'label'>>;

export const openNote = (fresh: NewNote): Note => ({
  ...fresh,
  id: `${fresh.sessionId}.${labelOf(fresh.number)}`,
  label: fresh.label ?? null,
  state: 'open',
  version: 1,
  escalationReason: null,
  resolution: null,
  resolvedBy: null,
  resolvedAt: null,
});

function stepNote(from: Note, event: NoteEvent, patch: NotePatch): Outcome<NoteStep> {
  const state = NEXT[from.state][event];
  if (!state) return refuse({ code: 'illegal-note-step', noteId: from.id, state: from.state, event });
  return accept({ from, event, to: { ...from, ...patch, state, version: from.version + 1 } });
}

export const escalateNote = (note: Note, reason: string): Outcome<NoteStep> =>
  stepNote(note, 'escalate', { escalationReason: reason });

type Resolution = Readonly<{ resolution: string; by: Resolver; at: number }>;

/** What an agent has given out of its hands it cannot settle by itself any more. */
export function resolveNote(note: Note, { resolution, by, at }: Resolution): Outcome<NoteStep> {
  if (note.state === 'escalated' && by === 'agent_self')
    return refuse({ code: 'note-escalated', noteId: note.id });
  return stepNote(note, 'resolve', { resolution, resolvedBy: by, resolvedAt: at });
}

export const isSettled = ({ state }: Pick<Note, 'state'>): boolean => state === 'resolved';

/** Why a session cannot be done: each note that is not settled, and what to do about it. */
export const unsettledText = (notes: readonly Note[]): string =>
  notes
    .map((note) => {
      const what = note.state === 'open' ? 'resolve or escalate it' : 'it waits for an answer';
      return `${noteLabel(note)} is ${note.state} (${what}): ${note.description}`;
    })
    .join('\n');
