import * as z from 'zod/mini';
import { SEARCH_KINDS } from '../../domain/search/hit.ts';
import { Instant, TextOrNull } from './parts.ts';

export const HitAnswer = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** Of a line of the journal: its number. */
  id: z.string(),
  at: Instant,
  session_id: TextOrNull,
  run_id: TextOrNull,
  title: z.string(),
  /** The part of its text around the first of the words. */
  excerpt: z.string(),
});
export type HitAnswer = z.infer<typeof HitAnswer>;

/** By kind, newest first within each; `more`: kinds of which others match too. */
export const SearchAnswer = z.object({
  hits: z.array(HitAnswer),
  more: z.readonly(z.array(z.enum(SEARCH_KINDS))),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;
