import type * as z from 'zod/mini';
import { describeIssue } from '../contract/describe-issue.ts';
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
