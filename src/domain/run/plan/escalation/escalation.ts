import type { Resolver } from '../../../note/note.ts';
import { escalationOf, type Plan, type PlanTask } from '../../../plan/plan.ts';
import { ownValue } from '../../workflow/state.ts';
import type { PlanState } from '../plan-state.ts';

export const ARCHITECT = 'workflow_architect';
export const SOLUTION_ARCHITECT = 'solution_architect_agent';
export const DESIGN_VERIFIER = 'design_verifier';

/** Who plays a role that a run opens when it is needed, whether or not it is in the roster. */
const ON_DEMAND: Readonly<Record<string, string>> = {
  [ARCHITECT]: 'workflow-architect',
  [SOLUTION_ARCHITECT]: 'solution-architect',
  [DESIGN_VERIFIER]: 'design-verifier',
};

export const personaOnDemand = (role: string): string | undefined => ownValue(ON_DEMAND, role);

/** A note that its agent may not decide alone, as its rows tell of it. */
export type EscalatedNote = Readonly<{
  id: string;
  label: string;
  description: string;
  context: string;
  reason: string;
  /** How many notes of the same task asked about the same before. */
  similar: number;
}>;

/** What was escalated for the same task before. */
export type EarlierNote = Readonly<{ label: string; description: string; resolution: string | null }>;

/** To whom the architect hands a note on. What it answers itself is a matter of the workflow. */
export const ROUTES = ['user', 'technical'] as const;
export type Route = (typeof ROUTES)[number];

/** A note on its way to its answer. */
export type NoteMatter = EscalatedNote &
  Readonly<{
    /** Who has it: `direct` asks the person without the architect. */
    at: 'architect' | 'person' | 'guidance' | 'direct' | 'settled';
    /** A turn has told the architect all there is to know of it so far. */
    isTold: boolean;
    /** To whom the architect handed it on. */
    route: Route | null;
    /** The open question, or the last one. */
    question: number | null;
    /** The task that the solution architect got for it. */
    guidanceTask: string | null;
    /** What the person or the solution architect said. */
    word: string | null;
    resolution: string | null;
    resolvedBy: Resolver | null;
  }>;

/** All that one turn of an agent escalated. Its task is blocked until each note is settled. */
export type Escalation = Readonly<{
  /** Null for a role that has begun none: one that only verifies, or that the run opened itself. */
  task: string | null;
  /** Its task was verified before, or it has none. Nothing is blocked, but the plan does not end. */
  isLate?: boolean;
  /** Who escalated: the role that does the task, or that verifies it. */
  role: string;
  notes: readonly NoteMatter[];
  history: readonly EarlierNote[];
  /** Of the architect's turn; null while it has none. */
  round: number | null;
  nudges: number;
}>;

/** The same question for the third time: normal resolution stops. */
const LOOP_AT = 2;

export const isLoop = ({ notes }: Pick<Escalation, 'notes'>): boolean =>
  notes.some(({ similar }) => similar >= LOOP_AT);

/** Not even the architect's word on the loop has ended it. */
export const isEndless = ({ similar }: EscalatedNote): boolean => similar > LOOP_AT;

export const matterOf = (note: EscalatedNote, at: NoteMatter['at']): NoteMatter => ({
  ...note,
  at,
  isTold: false,
  route: null,
  question: null,
  guidanceTask: null,
  word: null,
  resolution: null,
  resolvedBy: null,
});

/** Whether the plan lets anyone but the person settle what blocks a task, or what comes late. */
export const hasArchitect = (plan: Plan, task: PlanTask | undefined): boolean => {
  const path = task === undefined ? (plan.escalation ?? []) : escalationOf(plan, task);
  return path.length === 0 || path.some((target) => target !== 'user');
};

export type EscalatedMatter = Readonly<{ escalation: Escalation; note: NoteMatter }>;

/** By the note's whole id; where the architect has it in hand, its label is enough. */
export function findMatter({ escalations }: PlanState, noteId: string): EscalatedMatter | null {
  const all = escalations.flatMap((escalation) => escalation.notes.map((note) => ({ escalation, note })));
  const isMeant = ({ escalation, note }: EscalatedMatter): boolean =>
    escalation.round !== null && note.label === noteId;
  return all.find(({ note }) => note.id === noteId) ?? all.find(isMeant) ?? null;
}

type Whose = Pick<Escalation, 'task' | 'isLate' | 'role'>;

/** Whether notes of both are answered together. What blocks a task is one matter. */
export const isSameEscalation = (one: Whose, other: Whose): boolean =>
  one.task === other.task && one.isLate === other.isLate && (one.isLate !== true || one.role === other.role);

export const withEscalation = (state: PlanState, whose: Whose, change: Partial<Escalation>): PlanState => ({
  ...state,
  escalations: state.escalations.map((one) => (isSameEscalation(one, whose) ? { ...one, ...change } : one)),
});

/** What an escalation is about, for those who read of it: a task, or else a role. */
export const subjectOf = ({ task, role }: Whose): string => task ?? role;

export const withNote = (state: PlanState, noteId: string, change: Partial<NoteMatter>): PlanState => ({
  ...state,
  escalations: state.escalations.map((one) => ({
    ...one,
    notes: one.notes.map((note) => (note.id === noteId ? { ...note, ...change } : note)),
  })),
});
