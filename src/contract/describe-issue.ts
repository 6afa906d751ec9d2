import type * as z from 'zod/mini';

/** zod/mini carries no sentences of its own, except those that a schema gives. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `expected ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `expected at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `expected at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'invalid_type':
      return `expected ${KINDS[issue.expected] ?? `a ${issue.expected}`}`;
    case 'unrecognized_keys':
      return `unknown: ${issue.keys.join(', ')}`;
    default:
      return issue.message;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
};
const UNITS: Readonly<Record<string, string>> = { string: ' letters', array: ' values' };
const unitOf = (origin: string): string => UNITS[origin] ?? '';
