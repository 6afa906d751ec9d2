import { doersOf, type Plan, personaOf, verifiersOf } from './plan.ts';

/** What sessions of a persona cost so far in this project, each. */
export type UsageHistory = ReadonlyMap<string, readonly number[]>;

export type Estimate = Readonly<{
  sessions: number;
  turns: number;
  /** Null where a persona has no history. */
  costUsd: number | null;
  withoutHistory: readonly string[];
}>;

/** A task is worked on, reviewed by its doer, and verified. */
const TURNS_OF_DOER = 2;
const TURNS_OF_VERIFIER = 1;

/** What a run of the plan will probably take, when nothing is sent back. */
export function estimatePlan(plan: Plan, history: UsageHistory): Estimate {
  const { tasks } = plan;
  const personas = tasks.flatMap(({ role, verifier }) => [
    personaOf(plan, role) ?? role,
    personaOf(plan, verifier) ?? verifier,
  ]);
  const costs = personas.map((persona) => medianOf(history.get(persona) ?? []));
  const withoutHistory = [...new Set(personas.filter((_, index) => costs[index] === null))];
  return {
    sessions: doersOf(plan).length + verifiersOf(plan).length,
    turns: tasks.length * (TURNS_OF_DOER + TURNS_OF_VERIFIER),
    costUsd: withoutHistory.length > 0 ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
    withoutHistory,
  };
}

export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
