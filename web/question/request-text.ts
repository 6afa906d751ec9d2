import type { QuestionAnswer } from '../../src/contract/answer/question.ts';

type Request = NonNullable<QuestionAnswer['request']>;
type Field = Readonly<{ name: string; text: string }>;

/** What a tool would be given, whole: a command and other texts as they are, all else as JSON. */
export function fieldsOf({ input }: Pick<Request, 'input'>): readonly Field[] {
  if (typeof input !== 'object' || input === null) return [{ name: '', text: textOf(input) }];
  return Object.entries(input).map(([name, value]) => ({ name, text: textOf(value) }));
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');

/** An edit has a text that goes and a text that comes: together they are a diff. */
export function editIn({
  input,
}: Pick<Request, 'input'>): Readonly<{ before: string; after: string }> | null {
  const { old_string: before, new_string: after } = (input ?? {}) as Record<string, unknown>;
  return typeof before === 'string' && typeof after === 'string' ? { before, after } : null;
}
