import * as z from 'zod/mini';
import { SessionName } from './id.ts';

const MOST_NAMES = 1_000;

export const ListReviews = z.object({
  /** Left out: all whose branches have commits that are not merged. */
  names: z._default(z.array(SessionName).check(z.maxLength(MOST_NAMES)), []),
});
export type ListReviews = z.infer<typeof ListReviews>;
