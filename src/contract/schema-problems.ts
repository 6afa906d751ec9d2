import type * as z from 'zod/mini';
import { nearest } from '../domain/config/nearest.ts';
import { describeIssue } from './describe-issue.ts';

/** What is wrong with a definition, and the key where it is. */
export type SchemaProblem = Readonly<{ path: readonly string[]; problem: string }>;

/** Every key that may stand somewhere, by the path where it may. */
export type KeysAt = (path: readonly string[]) => readonly string[];

/** "stages.work.role: unknown role …" */
export const renderProblem = ({ path, problem }: SchemaProblem): string =>
  path.length === 0 ? problem : `${path.join('.')}: ${problem}`;

/** What a schema refused, in words that name the nearest key. */
export function schemaProblems(
  error: z.core.$ZodError,
  value: unknown,
  keysAt: KeysAt,
): readonly SchemaProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path: [], problem: 'expected lines of "key: value"' }];
  }
  // A misspelled key is reported as missing too; the misspelling is the better message.
  const isMisspelled = ({ code }: z.core.$ZodIssue): boolean => code === 'unrecognized_keys';
  const { issues } = error;
  const ordered = [...issues.filter(isMisspelled), ...issues.filter((issue) => !isMisspelled(issue))];
  return ordered.flatMap((issue) => problemsOfIssue(issue, value, keysAt));
}

function problemsOfIssue(issue: z.core.$ZodIssue, value: unknown, keysAt: KeysAt): readonly SchemaProblem[] {
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
