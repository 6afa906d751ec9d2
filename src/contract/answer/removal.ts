import * as z from 'zod/mini';

const Texts = z.readonly(z.array(z.string()));

export const RemovedProjectAnswer = z.object({
  /** Nothing was done: the rest says what would be. */
  dry_run: z.boolean(),
  /** Sessions that were not over. */
  ended_sessions: Texts,
  /** Files and folders of Swarm. */
  removed: Texts,
  stays: z.readonly(z.array(z.object({ path: z.string(), why: z.string() }))),
  /** Branches of sessions with commits that the checkout does not have. */
  branches: Texts,
  rescues: Texts,
  /** Of a dry run: sessions whose uncommitted work would be saved to a rescue ref first. */
  rescuing: Texts,
  /** Its rows lie in a database outside of the project, where they stay. */
  shares_rows: z.boolean(),
});
export type RemovedProjectAnswer = z.infer<typeof RemovedProjectAnswer>;
