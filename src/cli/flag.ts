import { MEMORY_EXPECTED, parseMemoryMb, parseTokenCount, parseUsd } from '../contract/amount.ts';
import { parseDuration } from '../contract/duration.ts';

/** What a shell may offer while a person types. */
export type Offers =
  | 'session'
  | 'run'
  /** A session, or a run that is not over. */
  | 'target'
  | 'persona'
  | 'workflow'
  | 'plan'
  | 'question'
  | 'work'
  | 'schedule'
  | 'setting'
  | 'file'
  | 'folder'
  | readonly string[];

/** How words of the command line become one value of a verb's input. */
type Reading = Readonly<{
  /** The key of the input that it fills. */
  key: string;
  about: string;
  /** Text to value; undefined when it is malformed. Left out: the text itself. */
  read?: (text: string) => unknown;
  /** For "expected …" when `read` gives undefined. */
  expected?: string;
  /** May be given several times; all values together become one. */
  gather?: (values: readonly unknown[]) => unknown;
  /** Another complaint than the usual one. */
  complain?: (text: string) => string;
  offers?: Offers;
}>;

export type Flag = Reading &
  Readonly<{
    name: string;
    short?: string;
    /** What stands for its value in the help; left out for a switch. */
    value?: string;
    /** Which values are meant for it, where every command has a flag of the same name. */
    accepts?: (text: string) => boolean;
  }>;

export type Word = Reading & Readonly<{ name: string; isOptional?: boolean }>;

export const asList = (values: readonly unknown[]): unknown => values;
export const asText = (values: readonly unknown[]): unknown => values.join(' ');
export const asRecord = (values: readonly unknown[]): unknown =>
  Object.fromEntries(values as readonly (readonly [string, string])[]);

const LARGEST = Number.MAX_SAFE_INTEGER;

export const wholeNumber = {
  read: (text: string): number | undefined =>
    /^\d{1,16}$/.test(text) && Number(text) <= LARGEST ? Number(text) : undefined,
  expected: 'a whole number',
};

export const durationMs = {
  read: parseDuration,
  expected: 'a duration such as 30s, 10m or 1h30m',
};

export const dollars = { read: parseUsd, expected: 'an amount of money such as 2.50' };
export const tokenCount = { read: parseTokenCount, expected: 'a number of tokens such as 500k or 2m' };

export const memoryMb = { read: parseMemoryMb, expected: MEMORY_EXPECTED };
export const cpuCount = {
  read: (text: string): number | undefined =>
    /^\d{1,4}(\.\d{1,2})?$/.test(text) && Number(text) > 0 ? Number(text) : undefined,
  expected: 'a number of CPUs such as 2 or 1.5',
};

export const pair = {
  read: (text: string): readonly [string, string] | undefined => {
    const at = text.indexOf('=');
    return at < 1 ? undefined : [text.slice(0, at), text.slice(at + 1)];
  },
  expected: 'key=value',
};
