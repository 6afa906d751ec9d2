import type * as z from 'zod/mini';
import type { BadLine } from '../../domain/queue/admission.ts';
import { describeIssue } from '../describe-issue.ts';
import { isSafeId } from '../id.ts';
import { WorkFields } from '../queue.ts';

/** Work that a list asks for. Without an id it gets one that follows from its title. */
export type ListedWork = Readonly<{ line: number; id: string | null; fields: WorkFields; isDone: boolean }>;
export type ParsedList = Readonly<{ works: readonly ListedWork[]; bad: readonly BadLine[] }>;

/** One part of a list as it stands there: a value, or what is wrong with its text. */
export type RawPart = Readonly<{ line: number }> &
  (Readonly<{ value: unknown }> | Readonly<{ problem: string }>);

/** What an adapter makes of a value; null for something that is no work at all. */
export type Translated = Readonly<{ id: string | null; fields: unknown; isDone: boolean }>;
export type Translate = (value: Readonly<Record<string, unknown>>) => Translated | null;

export function parseParts(parts: readonly RawPart[], translate: Translate): ParsedList {
  const works: ListedWork[] = [];
  const bad: BadLine[] = [];
  for (const part of parts) {
    const parsed = parsePart(part, translate);
    if (parsed === null) continue;
    if ('problem' in parsed) bad.push(parsed);
    else works.push(parsed);
  }
  return { works, bad };
}

function parsePart(part: RawPart, translate: Translate): ListedWork | BadLine | null {
  const { line } = part;
  if ('problem' in part) return { line, problem: part.problem };
  if (!isObject(part.value)) return { line, problem: 'expected an object' };
  const translated = translate(part.value);
  if (translated === null) return null;
  const { id, isDone } = translated;
  if (id !== null && !isSafeId(id)) return { line, problem: `"${id}" cannot be an id` };
  const parsed = WorkFields.safeParse(translated.fields);
  if (parsed.success) return { line, id, fields: parsed.data, isDone };
  const [issue] = parsed.error.issues;
  return { line, problem: issue ? problemOf(issue) : 'malformed' };
}

const problemOf = (issue: z.core.$ZodIssue): string =>
  `${issue.path.map(String).join('.')}: ${describeIssue(issue)}`;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Leaves out what is null or missing, so that it takes its default. */
export const given = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;
