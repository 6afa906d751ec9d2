import type * as z from 'zod/mini';
import { UsageError } from '../contract/usage-error.ts';
import { oneLine } from '../views/one-line.ts';
import type { CommandForm } from './command.ts';

type Issue = z.core.$ZodIssue;

/** Checks what the command line gave against the verb's schema. Complaints name the flag or the word. */
export function parseInput<I>(
  form: CommandForm,
  schema: z.ZodMiniType<I>,
  given: Readonly<Record<string, unknown>>,
): I {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue === undefined ? new UsageError('malformed input') : complaintOf(form, issue, given);
}

function complaintOf(form: CommandForm, issue: Issue, given: Readonly<Record<string, unknown>>): UsageError {
  const key = String(issue.path[0] ?? '');
  const flag = form.flags.find((one) => one.key === key);
  const word = form.words.find((one) => one.key === key);
  const value = valueAt(given, issue.path);
  const complain = (flag ?? word)?.complain;
  if (complain && typeof value === 'string') return new UsageError(complain(oneLine(value)), { key });
  const label = flag ? `--${flag.name}` : word ? `<${word.name}>` : key;
  const found = value === undefined ? '' : `, found ${oneLine(JSON.stringify(value)).slice(0, 100)}`;
  return new UsageError(`${label}: ${describeIssue(issue)}${found}`, {
    key,
    hint: `Help: swarm ${form.name} --help`,
  });
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    given,
  );
}

/** zod/mini carries no sentences of its own, except those that a schema gives. */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `expected ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `expected at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `expected at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'invalid_type':
      return `expected ${issue.expected === 'int' ? 'a whole number' : `a ${issue.expected}`}`;
    case 'unrecognized_keys':
      return `unknown: ${issue.keys.join(', ')}`;
    default:
      return issue.message;
  }
}

const UNITS: Readonly<Record<string, string>> = { string: ' letters', array: ' values' };
const unitOf = (origin: string): string => UNITS[origin] ?? '';
