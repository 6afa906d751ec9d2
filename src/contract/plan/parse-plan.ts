import type { Plan } from '../../domain/plan/plan.ts';
import { type SchemaProblem, schemaProblems } from '../schema-problems.ts';
import { parseYaml } from '../yaml-text.ts';
import { PlanFile, planKeysAt, toPlan } from './plan-file.ts';

/** What is wrong with a plan's file, and where. */
export type PlanProblem = Readonly<{ line: number; path: readonly string[]; problem: string }>;

/** A file that was read: its plan if it has one, and what cannot be understood. */
export type ReadPlan = Readonly<{
  plan: Plan | null;
  problems: readonly PlanProblem[];
  /** The line of a key, or of the last part of the path that is there. */
  lineOf(path: readonly string[]): number;
}>;

/** Reads a plan. Whether it can be run is for the checker to say. */
export function parsePlan(content: string): ReadPlan {
  if (content.includes('\0')) return broken({ line: 1, problem: 'the file is not text' });
  if (content.trim() === '') return broken({ line: 1, problem: 'the file is empty' });
  const read = parseYaml(content.replace(/^\uFEFF/, ''));
  if (!read.ok) return broken(read);
  const { value, lineOf } = read.yaml;
  const parsed = PlanFile.safeParse(value);
  if (parsed.success) return { plan: toPlan(parsed.data), problems: [], lineOf };
  const locate = ({ path, problem }: SchemaProblem): PlanProblem => ({ line: lineOf(path), path, problem });
  return { plan: null, problems: schemaProblems(parsed.error, value, planKeysAt).map(locate), lineOf };
}

const broken = ({ line, problem }: Readonly<{ line: number; problem: string }>): ReadPlan => ({
  plan: null,
  problems: [{ line, path: [], problem }],
  lineOf: () => line,
});
