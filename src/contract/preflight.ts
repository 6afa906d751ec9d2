import * as z from 'zod/mini';
import { splitValues } from '../domain/preflight/mail-body.ts';
import { BaseName, Track } from './participant.ts';

const LONGEST_VALUE = 500;
const MOST_VALUES = 200;

const Value = z.string().check(z.regex(/\S/, 'expected a text'), z.maxLength(LONGEST_VALUE));
const Values = z._default(z.array(Value).check(z.maxLength(MOST_VALUES)), []);

/** What one is about to work on. */
export const Plans = z.object({ track: z.optional(Value), files: Values, items: Values });

export const DetectPreflight = z.extend(Plans, {
  /** The inbox, as JSON. */
  inbox: z.string(),
  /** Who asks: its own mails tell of no other session. */
  name: z.optional(Value),
});
export type DetectPreflight = z.infer<typeof DetectPreflight>;

export const RunPreflight = z.extend(Plans, {
  name: z.optional(BaseName),
  track: z.optional(Track),
  /**
   * Joins and reserves; or looks before a command that starts work, unless `preflight` is off; or only looks.
   * The latter two change nothing.
   */
  how: z._default(z.enum(['join', 'automatic', 'look']), 'join'),
  /** A quiet participant that holds what is wanted is put to a person as a question. */
  asks: z._default(z.boolean(), false),
});
export type RunPreflight = z.infer<typeof RunPreflight>;

const MOST_COLUMNS = 1_000;

export const FormatSessions = z.object({
  /** The sessions, as JSON. */
  sessions: z.string(),
  columns: z._default(z.int().check(z.minimum(1), z.maximum(MOST_COLUMNS)), 80),
  /** Characters that every terminal has. */
  plain: z._default(z.boolean(), false),
});
export type FormatSessions = z.infer<typeof FormatSessions>;

/** `src/api/**,docs/{a,b}.md`: commas part values, except inside braces. */
export const parseValues = (text: string): readonly string[] =>
  splitValues(text)
    .map((value) => value.trim())
    .filter((value) => value !== '');
