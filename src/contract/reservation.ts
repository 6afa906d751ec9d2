import * as z from 'zod/mini';

const GLOB_LETTERS_MOST = 500;
const GLOBS_MOST = 100;
const Glob = z.string().check(z.minLength(1), z.maxLength(GLOB_LETTERS_MOST));

export const AddReservation = z.object({
  globs: z.array(Glob).check(z.minLength(1), z.maxLength(GLOBS_MOST)),
  /** Ends by itself after so long; left out, it holds as long as its holder is there. */
  forMs: z.optional(z.int().check(z.minimum(1))),
  /** Gets along with other shared ones. */
  shared: z._default(z.boolean(), false),
  /** A glob that meets every file has to be meant. */
  everything: z._default(z.boolean(), false),
  reason: z.optional(z.string().check(z.maxLength(1_000))),
});
export type AddReservation = z.infer<typeof AddReservation>;

export const ListReservations = z.object({
  /** Only those that apply to one of these files. */
  paths: z._default(z.array(Glob).check(z.maxLength(GLOBS_MOST)), []),
});
export type ListReservations = z.infer<typeof ListReservations>;

export const ReleaseReservation = z.object({
  globs: z._default(z.array(Glob).check(z.maxLength(GLOBS_MOST)), []),
  all: z._default(z.boolean(), false),
});
export type ReleaseReservation = z.infer<typeof ReleaseReservation>;
