import type * as z from 'zod/mini';
import { nearest } from '../domain/config/nearest.ts';
import { checkWorkflow, type WorkflowProblem } from '../domain/workflow/check.ts';
import type { Workflow } from '../domain/workflow/workflow.ts';
import { describeIssue } from './describe-issue.ts';
import { keysAt, toWorkflow, WorkflowFile } from './workflow.ts';

/** What was read: null when it cannot be understood. With problems it must not be run. */
export type CheckedDefinition = Readonly<{
  workflow: Workflow | null;
  problems: readonly WorkflowProblem[];
}>;

/** Checks a workflow as a file or a program gives it. */
export function checkDefinition(value: unknown, name: string): CheckedDefinition {
  const parsed = WorkflowFile.safeParse(value);
  if (!parsed.success) return { workflow: null, problems: problemsOf(parsed.error, value) };
  const workflow = toWorkflow(parsed.data, name);
  return { workflow, problems: [...checkName(parsed.data, name), ...checkWorkflow(workflow)] };
}

/** "stages.work.role: unknown role …" */
export const renderProblem = ({ path, problem }: WorkflowProblem): string =>
  path.length === 0 ? problem : `${path.join('.')}: ${problem}`;

function checkName({ name }: WorkflowFile, fileName: string): readonly WorkflowProblem[] {
  if (name === undefined || name === fileName) return [];
  const problem = `the file is called "${fileName}", and both must be the same`;
  return [{ path: ['name'], problem }];
}

function problemsOf(error: z.core.$ZodError, value: unknown): readonly WorkflowProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path: [], problem: 'expected lines of "key: value"' }];
  }
  // A misspelled key is reported as missing too; the misspelling is the better message.
  const isMisspelled = ({ code }: z.core.$ZodIssue): boolean => code === 'unrecognized_keys';
  const { issues } = error;
  const ordered = [...issues.filter(isMisspelled), ...issues.filter((issue) => !isMisspelled(issue))];
  return ordered.flatMap((issue) => problemsOfIssue(issue, value));
}

function problemsOfIssue(issue: z.core.$ZodIssue, value: unknown): readonly WorkflowProblem[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], problem: unknownKey(key, keysAt(path)) }));
  }
  if (issue.code === 'invalid_key') {
    const [key = ''] = path.slice(-1);
    const known = keysAt(path.slice(0, -1));
    const [inner] = issue.issues;
    const problem = known.length > 0 ? unknownKey(key, known) : (inner?.message ?? 'is not a name');
    return [{ path, problem }];
  }
  const found = valueAt(value, path);
  if (found === undefined) return [{ path: path.slice(0, -1), problem: `"${path.at(-1)}" is missing` }];
  const isShort = typeof found !== 'object' || found === null;
  const shown = isShort ? `, found ${JSON.stringify(found).slice(0, 80)}` : '';
  return [{ path, problem: `${describeIssue(issue)}${shown}` }];
}

function unknownKey(key: string, known: readonly string[]): string {
  const [near] = nearest(key, known, 1);
  return near === undefined
    ? `unknown key; known are ${known.join(', ')}`
    : `unknown key; did you mean "${near}"?`;
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (so, key) =>
      typeof so === 'object' && so !== null && Object.hasOwn(so, key)
        ? (so as Readonly<Record<string, unknown>>)[key]
        : undefined,
    value,
  );
