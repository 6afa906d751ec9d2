import * as z from 'zod/mini';
import { DURATION_PATTERN, parseDuration } from './duration.ts';

/** How one sort of value is written in JSON and in the environment. */
export type SettingKind<T> = Readonly<{
  /** Ends the name of the value in `Config`, as in `limits.lifetimeMs`. */
  unit?: 'Ms';
  /** For "expected …". */
  expected: string;
  /** The JSON Schema of the value. Lazy: to make them all takes time. */
  schema(): z.ZodMiniType;
  /** The parsed value; undefined when the JSON is invalid. */
  read(value: unknown): T | undefined;
  /** The JSON value that a text from the environment or a flag stands for. */
  fromText(text: string): unknown;
}>;

type DurationKind<T> = SettingKind<T> & Readonly<{ unit: 'Ms' }>;

const asNumber = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text);

const inRange = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;

export function wholeNumber(least: number, most: number): SettingKind<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    schema: () => z.int().check(z.minimum(least), z.maximum(most)),
    read: (value) => (inRange(value, least, most) && Number.isInteger(value) ? value : undefined),
    fromText: asNumber,
  };
}

export function amount(least: number, most: number): SettingKind<number> {
  return {
    expected: `a number from ${least} to ${most}`,
    schema: () => z.number().check(z.minimum(least), z.maximum(most)),
    read: (value) => (inRange(value, least, most) ? value : undefined),
    fromText: asNumber,
  };
}

/** Parses to milliseconds. A bare number is milliseconds already. */
export function duration(leastMs: number): DurationKind<number> {
  const read = (value: unknown): number | undefined => {
    const ms = typeof value === 'string' ? parseDuration(value) : value;
    return inRange(ms, leastMs, 365 * 86_400_000) ? Math.round(ms) : undefined;
  };
  return {
    unit: 'Ms',
    expected: `a duration of at least ${leastMs} ms, as "30m", "5s", "500ms" or a number of milliseconds`,
    schema: () =>
      z.union([
        z.string().check(z.regex(new RegExp(DURATION_PATTERN))),
        z.number().check(z.minimum(leastMs)),
      ]),
    read,
    fromText: asNumber,
  };
}

// No control character may reach a path, a tmux option or a log line.
const PRINTABLE = /^\P{Cc}+$/u;

export function text(expected: string, pattern: RegExp = PRINTABLE): SettingKind<string> {
  return {
    expected,
    // Not every editor knows classes of Unicode.
    schema: () => z.string().check(pattern === PRINTABLE ? z.minLength(1) : z.regex(pattern)),
    read: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined),
    fromText: (given) => given,
  };
}

export function choice<const T extends string>(words: readonly [T, ...T[]]): SettingKind<T> {
  return {
    expected: `one of ${words.map((word) => `"${word}"`).join(', ')}`,
    schema: () => z.enum(words),
    read: (value) => words.find((word) => typeof value === 'string' && word === value.toLowerCase()),
    fromText: (given) => given,
  };
}

const YES_OR_NO: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  1: true,
  on: true,
  false: false,
  no: false,
  0: false,
  off: false,
};

export const yesOrNo: SettingKind<boolean> = {
  expected: 'true or false',
  schema: () => z.boolean(),
  read: (value) => (typeof value === 'boolean' ? value : undefined),
  fromText: (given) => YES_OR_NO[given.trim().toLowerCase()] ?? given,
};

/** In the environment, commas part the words. */
export const words: SettingKind<readonly string[]> = {
  expected: 'a list of texts',
  schema: () => z.array(z.string().check(z.minLength(1))),
  read: (value) =>
    Array.isArray(value) && value.every((word) => typeof word === 'string' && word !== '')
      ? (value as readonly string[])
      : undefined,
  fromText: (given) =>
    given
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
};

/** A list of texts, or one word that stands for a list of ours. */
export function wordsOr<const T extends string>(word: T): SettingKind<readonly string[] | T> {
  return {
    expected: `${words.expected}, or "${word}"`,
    schema: () => z.union([z.literal(word), words.schema()]),
    read: (value) => (value === word ? word : words.read(value)),
    fromText: (given) => (given.trim() === word ? word : words.fromText(given)),
  };
}

/** A list of some of these words. In the environment, commas part them. */
export function choices<const T extends string>(known: readonly [T, ...T[]]): SettingKind<readonly T[]> {
  const isKnown = (word: unknown): word is T => known.some((one) => one === word);
  return {
    expected: `a list of ${known.map((word) => `"${word}"`).join(', ')}`,
    schema: () => z.array(z.enum(known)),
    read: (value) => (Array.isArray(value) && value.every(isKnown) ? value : undefined),
    fromText: words.fromText,
  };
}

export function orNull<T>(kind: DurationKind<T>): DurationKind<T | null>;
export function orNull<T>(kind: SettingKind<T>): SettingKind<T | null>;
export function orNull<T>(kind: SettingKind<T>): SettingKind<T | null> {
  return {
    ...kind,
    expected: `${kind.expected}, or null`,
    schema: () => z.nullable(kind.schema()),
    read: (value) => (value === null ? null : kind.read(value)),
    fromText: (given) => (given === '' || given === 'null' ? null : kind.fromText(given)),
  };
}
