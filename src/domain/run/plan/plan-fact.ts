import type { Plan } from '../../plan/plan.ts';
import type { EarlierNote, EscalatedNote, Route } from './escalation/escalation.ts';

/** What happens in runs of plans alone. */
export type PlanFact =
  /** A role's turn is over, and it left notes that it may not decide alone. */
  | Readonly<{
      is: 'notes-escalated';
      role: string;
      notes: readonly EscalatedNote[];
      history: readonly EarlierNote[];
    }>
  /** The architect hands a note on. `taskId` is that of the task that it would open. */
  | Readonly<{ is: 'note-routed'; noteId: string; to: Route; text: string; taskId: string }>
  /** The architect gives the answer, and says which other tasks it affects. */
  | Readonly<{ is: 'note-answered'; noteId: string; text: string; affects: readonly string[] }>
  /** A person settles a note without having been asked. */
  | Readonly<{ is: 'note-told'; noteId: string; text: string }>
  /** A new version of the plan was handed in, and the checker found nothing. */
  | Readonly<{ is: 'plan-proposed'; plan: Plan; by: 'architect' | 'person' }>
  /** The same, and it needs no more consent. */
  | Readonly<{ is: 'plan-changed'; plan: Plan }>;
