import { nearest } from '../../config/nearest.ts';
import type { PlanGraph } from '../graph.ts';
import type { Plan } from '../plan.ts';

/** What is wrong with a plan, the key where it is, and what to do about it. */
export type Finding = Readonly<{ path: readonly string[]; problem: string; advice: string }>;

/** What a plan is checked against, beside itself. */
export type PlanFacts = Readonly<{
  /** Every persona that can be started. */
  personas: readonly string[];
  /** Inputs that the repository does not hold. */
  absentFiles: ReadonlySet<string>;
  /** How long a run of it may take; null for no limit. */
  limitMs: number | null;
  /** How long a task without a time of its own may take. */
  taskMs: number;
}>;

export type PlanUnderCheck = Readonly<{ plan: Plan; graph: PlanGraph; facts: PlanFacts }>;

export type Rule = (checked: PlanUnderCheck) => readonly Finding[];

/** Where a part of a task stands in the file. */
export const inTask = (index: number, ...rest: readonly (string | number)[]): readonly string[] =>
  ['tasks', index, ...rest].map(String);

/** "did you mean …?", or what else there is. */
export function didYouMean(word: string, known: readonly string[], otherwise: string): string {
  const [near] = nearest(word, known, 1);
  return near === undefined ? otherwise : `did you mean "${near}"?`;
}
