import * as z from 'zod/mini';
import { SEARCH_KINDS } from '../domain/search/hit.ts';

export { SEARCH_KINDS };

const QUERY_LETTERS = 1_000;
const MOST_OF_A_KIND = 200;

export const SearchProject = z.object({
  /** Words; what is found has all of them, anywhere in it, in any case. */
  query: z.string().check(z.maxLength(QUERY_LETTERS)),
  /** Left out: everything. */
  kinds: z.optional(z.array(z.enum(SEARCH_KINDS)).check(z.minLength(1))),
  /** Of each kind. */
  limit: z._default(z.int().check(z.minimum(1), z.maximum(MOST_OF_A_KIND)), 10),
});
export type SearchProject = z.infer<typeof SearchProject>;
