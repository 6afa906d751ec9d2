import * as z from 'zod/mini';
import { SafeId } from './id.ts';

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;
const TRACK_MOST = 200;

export const BaseName = z
  .string()
  .check(z.regex(NAME, 'a name begins with a letter and has letters, digits and "_", at most 40'));

export const Track = z.string().check(z.regex(/\S/, 'expected a text'), z.maxLength(TRACK_MOST));

export const JoinProject = z.object({
  /** Left out: one from the word list. */
  name: z.optional(BaseName),
  track: z.optional(Track),
  /** Which agent CLI it is; left out, it is looked for among the ancestors. */
  cli: z.optional(SafeId),
  /** What the CLI calls its conversation: joining again with the same one is the same participant. */
  conversation: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
export type JoinProject = z.infer<typeof JoinProject>;

export const NoWords = z.object({});
export type NoWords = z.infer<typeof NoWords>;

export const ListParticipants = z.object({
  /** Those that have ended too, if they were heard of within the window. */
  all: z._default(z.boolean(), false),
  /** Only those that are called so: an id, a base name, or a name as it is shown. */
  name: z.optional(z.string().check(z.maxLength(TRACK_MOST))),
});
export type ListParticipants = z.infer<typeof ListParticipants>;
