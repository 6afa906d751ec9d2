import * as z from 'zod/mini';
import { SessionRef } from './id.ts';

const MOST_PATHS = 1_000;

export const DiffSession = z.extend(SessionRef, {
  /** Only which files changed, and by how much. */
  stat: z._default(z.boolean(), false),
  /** Files with all of their lines, not only those around a change. */
  whole: z._default(z.boolean(), false),
  /** Only these files and folders, from the root of the repository on; left out: all. */
  paths: z._default(z.array(z.string().check(z.minLength(1))).check(z.maxLength(MOST_PATHS)), []),
});
export type DiffSession = z.infer<typeof DiffSession>;
