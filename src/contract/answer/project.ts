import * as z from 'zod/mini';
import { Count, KeptFolders, TextOrNull } from './parts.ts';

const Texts = z.readonly(z.array(z.string()));

export const CleanedProjectAnswer = z.object({
  /** Nothing was done: the rest says what would be. */
  dry_run: z.boolean(),
  released_workspaces: Texts,
  rescues: Texts,
  /** Of sessions that are over: they held nothing, or it is merged. */
  deleted_branches: Texts,
  /** Session folders that no row explains; they are kept. */
  left: Texts,
  /** What is not this project's own, or may not be: it stays as it is. */
  kept: KeptFolders,
  /** How many entries were emptied from the trash. */
  swept_trash: Count,
});
export type CleanedProjectAnswer = z.infer<typeof CleanedProjectAnswer>;

/** `state` is what the folder says; of a session that was not over it is `failed`. */
export const RepairedProjectAnswer = z.object({
  rebuilt: z.readonly(
    z.array(
      z.object({
        session_id: z.string(),
        state: z.enum(['completed', 'failed', 'killed']),
        attempts: Count,
        /** Its worktree, which is there; null when it has none. */
        worktree: TextOrNull,
        /** How many rescues hold work of it. */
        rescues: Count,
      }),
    ),
  ),
  /** Folders that were left alone, and why. */
  kept: z.readonly(z.array(z.object({ path: z.string(), reason: z.string() }))),
});
export type RepairedProjectAnswer = z.infer<typeof RepairedProjectAnswer>;
