import type { InterruptProject, InterruptSession } from '../contract/session.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Question } from '../domain/question/question.ts';
import type { Session } from '../domain/session/session.ts';

/** It waits with this question. */
export type InterruptedSession = Readonly<{ session: Session; question: Question }>;

/** What the file says, and the loops that are held up by it. */
export type InterruptedProject = Readonly<{ text: string; loops: readonly string[] }>;

/** What a door may ask for to hold work up. */
export interface InterruptVerbs {
  /** Stops it in the middle, until its question is answered. */
  interruptSession(input: InterruptSession): Promise<Outcome<InterruptedSession>>;
  /** Holds up all loops, and what they have at work. */
  interruptProject(input: InterruptProject): Promise<Outcome<InterruptedProject>>;
}
