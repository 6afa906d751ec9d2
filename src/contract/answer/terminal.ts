import * as z from 'zod/mini';
import { Count } from './parts.ts';

/** Answers of commands that belong to a terminal alone. */
export const DemoAnswer = z.object({
  project: z.string(),
  sessions: z.readonly(
    z.array(
      z.object({ name: z.string(), id: z.string(), status: z.string(), attempts: Count, result: z.string() }),
    ),
  ),
});
export type DemoAnswer = z.infer<typeof DemoAnswer>;

export const CompletionAnswer = z.object({ shell: z.enum(['bash', 'zsh', 'fish']), script: z.string() });
export type CompletionAnswer = z.infer<typeof CompletionAnswer>;

/** What may come next on a command line. */
export const OffersAnswer = z.object({ offers: z.readonly(z.array(z.string())) });
export type OffersAnswer = z.infer<typeof OffersAnswer>;

/** A command whose output is a protocol answers nothing of its own. */
export const ServedAnswer = z.object({});

/** The server of the page. `url` signs in the first browser that opens it. */
export const DashboardAnswer = z.object({
  url: z.string(),
  port: Count,
  pid: Count,
  started: z.boolean(),
  metrics_token_file: z.string(),
  mcp_token_file: z.string(),
});
export type DashboardAnswer = z.infer<typeof DashboardAnswer>;

export const StoppedDashboardAnswer = z.object({ stopped: z.boolean() });
export type StoppedDashboardAnswer = z.infer<typeof StoppedDashboardAnswer>;
