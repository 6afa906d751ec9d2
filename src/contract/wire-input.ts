import * as z from 'zod/mini';
import { describeIssue } from './describe-issue.ts';
import { UsageError } from './usage-error.ts';
import { wireName } from './wire-name.ts';

/** As much of a JSON Schema as says which keys a value has. */
export type JsonSchema = Readonly<{
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema | boolean;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  [keyword: string]: unknown;
}>;

/** A schema of what comes through a public door. */
export type WireType<T> = z.ZodMiniType<T>;

/** What a verb takes, as every public door publishes it: keys in snake_case, and no others. */
export const wireSchemaOf = (input: z.ZodMiniType<unknown>): JsonSchema => renameSchema(schemaOf(input));

export type WireInput<T> = Readonly<{ ok: true; value: T }> | Readonly<{ ok: false; problem: UsageError }>;

/** Reads what came through a public door. Complaints name keys as they are spelt there. */
export function readWireInput<T>(input: z.ZodMiniType<T>, given: unknown): WireInput<T> {
  const problems: UsageError[] = [];
  const renamed = renameValue(schemaOf(input), given, { path: '', problems });
  const [problem] = problems;
  if (problem !== undefined) return { ok: false, problem };
  const parsed = input.safeParse(renamed);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, problem: complaintOf(parsed.error.issues[0]) };
}

function complaintOf(issue: z.core.$ZodIssue | undefined): UsageError {
  const path = issue?.path.map((part) => wireName(String(part))).join('.') ?? '';
  const what = issue === undefined ? 'malformed' : describeIssue(issue);
  return new UsageError(path === '' ? what : `${path}: ${what}`, { key: path });
}

const SCHEMAS = new WeakMap<z.ZodMiniType<unknown>, JsonSchema>();

// Made once for each verb: that takes longer than to read many inputs.
function schemaOf(input: z.ZodMiniType<unknown>): JsonSchema {
  const known = SCHEMAS.get(input);
  if (known !== undefined) return known;
  const made = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  SCHEMAS.set(input, made);
  return made;
}

function renameSchema(schema: JsonSchema): JsonSchema {
  const { properties, required, items, additionalProperties: others, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, member]) => [wireName(key), renameSchema(member)]),
      ),
      additionalProperties: others === undefined ? false : renameMember(others),
    }),
    ...(required && { required: required.map(wireName) }),
    ...(!properties && others !== undefined && { additionalProperties: renameMember(others) }),
    ...(items !== undefined && { items: renameMember(items) }),
    ...(anyOf && { anyOf: anyOf.map(renameSchema) }),
    ...(oneOf && { oneOf: oneOf.map(renameSchema) }),
  };
}

const renameMember = (member: JsonSchema | boolean): JsonSchema | boolean =>
  typeof member === 'boolean' ? member : renameSchema(member);

/** Where a value stands, and what is wrong with the whole. */
type Position = Readonly<{ path: string; problems: UsageError[] }>;

/** The value as the verb's own schema names its keys. What no schema describes stays as it is. */
function renameValue(schema: JsonSchema, value: unknown, at: Position): unknown {
  const choices = choicesOf(schema);
  if (Array.isArray(value)) {
    const items = choices.map(({ items }) => items).filter((one) => typeof one === 'object');
    return value.map((one, index) =>
      renameValue({ anyOf: items }, one, { ...at, path: `${at.path}[${index}]` }),
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  return renameKeys(choices, value as Readonly<Record<string, unknown>>, at);
}

function renameKeys(
  choices: readonly JsonSchema[],
  value: Readonly<Record<string, unknown>>,
  { path: above, problems }: Position,
): unknown {
  const known = membersOf(choices);
  const others = choices.map(({ additionalProperties }) => additionalProperties);
  const isDescribed = choices.some(({ properties }) => properties !== undefined);
  const isOpen = !isDescribed || others.some((one) => one === true || typeof one === 'object');
  const renamed = new Map<string, unknown>();
  for (const [key, member] of Object.entries(value)) {
    const name = known.has(key) ? key : (named(known, key) ?? key);
    const path = above === '' ? key : `${above}.${key}`;
    if (!known.has(name) && !isOpen) problems.push(unknownKey(path, known));
    if (renamed.has(name)) problems.push(twice(path, name));
    const inside = known.get(name) ?? others.filter((one) => typeof one === 'object');
    renamed.set(name, renameValue({ anyOf: inside }, member, { path, problems }));
  }
  return Object.fromEntries(renamed);
}

const named = (known: ReadonlyMap<string, unknown>, wire: string): string | undefined =>
  [...known.keys()].find((key) => wireName(key) === wire);

/** A union takes the keys of each of its choices; which of them fits is the verb's own schema to say. */
const choicesOf = (schema: JsonSchema): readonly JsonSchema[] => [
  schema,
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(choicesOf),
];

function membersOf(choices: readonly JsonSchema[]): ReadonlyMap<string, readonly JsonSchema[]> {
  const members = new Map<string, readonly JsonSchema[]>();
  for (const { properties = {} } of choices) {
    for (const [key, member] of Object.entries(properties))
      members.set(key, [...(members.get(key) ?? []), member]);
  }
  return members;
}

const unknownKey = (path: string, known: ReadonlyMap<string, unknown>): UsageError =>
  new UsageError(`${path}: unknown key`, {
    key: path,
    hint: known.size === 0 ? 'It takes nothing' : `Known: ${[...known.keys()].map(wireName).join(', ')}`,
  });

const twice = (path: string, key: string): UsageError =>
  new UsageError(`${path}: given twice, as ${wireName(key)} and as ${key}`, {
    key: path,
    hint: `Give ${wireName(key)} alone`,
  });
