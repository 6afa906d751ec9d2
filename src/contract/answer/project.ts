import * as z from 'zod/mini';
import { Count } from './parts.ts';

const Texts = z.readonly(z.array(z.string()));

export const CleanedProjectAnswer = z.object({
  /** Nothing was done: the rest says what would be. */
  dry_run: z.boolean(),
  released_workspaces: Texts,
  rescues: Texts,
  /** Folders and files that no session explains. */
  removed: Texts,
  /** How many entries were emptied from the trash. */
  swept_trash: Count,
});
export type CleanedProjectAnswer = z.infer<typeof CleanedProjectAnswer>;
