import * as z from 'zod/mini';
import { SessionOverviewAnswer } from './session.ts';

/** The projects of a person on this machine, in order of their paths. */
export const ProjectListAnswer = z.object({
  projects: z.array(
    z.object({
      root: z.string(),
      /** Why its sessions are not shown; null when they are. */
      problem: z.nullable(z.string()),
      overview: z.nullable(SessionOverviewAnswer),
    }),
  ),
});
export type ProjectListAnswer = z.infer<typeof ProjectListAnswer>;
