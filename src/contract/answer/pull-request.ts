import * as z from 'zod/mini';

export const PullRequestAnswer = z.object({
  session_id: z.string(),
  branch: z.string(),
  title: z.string(),
  body: z.string(),
  /** Files that are not committed, and so no part of it. */
  uncommitted: z.readonly(z.array(z.string())),
  /** The names of the repository's remotes. */
  remotes: z.readonly(z.array(z.string())),
});
export type PullRequestAnswer = z.infer<typeof PullRequestAnswer>;
