import * as z from 'zod/mini';
import { Count, TextOrNull } from './parts.ts';

const Texts = z.readonly(z.array(z.string()));

export const DiffAnswer = z.object({
  session_id: z.string(),
  title: z.string(),
  /** Where the work was found. */
  source: z.enum(['workspace', 'branch', 'rescue']),
  /** Null in a workspace that is on no branch. */
  branch: TextOrNull,
  base: TextOrNull,
  /** How many there are; the list has the newest hundred. */
  commit_count: Count,
  commits: z.readonly(z.array(z.object({ commit: z.string(), subject: z.string() }))),
  files: z.readonly(
    z.array(
      z.object({
        path: z.string(),
        renamed_from: TextOrNull,
        /** Lines; null for a file that is not text. */
        added: z.nullable(Count),
        deleted: z.nullable(Count),
      }),
    ),
  ),
  added: Count,
  deleted: Count,
  uncommitted: Texts,
  /** What could not be read, and is missing. */
  unread: Texts,
  /** The newest rescue, where the branch is shown and does not hold it. */
  rescue: TextOrNull,
  /** Null with `stat`. */
  patch: TextOrNull,
  /** The patch was too long: only its beginning is there. */
  patch_cut: z.boolean(),
});
export type DiffAnswer = z.infer<typeof DiffAnswer>;
