import type { AgentRole } from './session.ts';

/** Something that only a person, or a program in their place, can settle. */
export interface SessionQuestion {
  id: string;
  /** What it is about: permission, run, interrupt, budget, … */
  kind: string;
  /** The role that asks; null when the session itself does. */
  role: AgentRole | null;
  text: string;
  /** Answers that it takes; where there are none, any words. */
  options: readonly string[];
  /** ISO 8601. */
  askedAt: string;
}
