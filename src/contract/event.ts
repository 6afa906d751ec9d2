import * as z from 'zod/mini';
import { SafeId, SessionName } from './id.ts';

/** What "show the journal" needs. Without a name or an id: of everything. */
export const ListEvents = z.object({
  /** A session, a run, a role of the only live run, or a loop. */
  name: z.optional(z.string()),
  sessionId: z.optional(SessionName),
  /** Of a run, and of all its sessions. */
  runId: z.optional(SafeId),
  loopId: z.optional(SafeId),
  after: z._default(z.int().check(z.minimum(0)), 0),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1000),
  /** Of more than `limit` the last ones; else the first. */
  newest: z.optional(z.boolean()),
});
export type ListEvents = z.infer<typeof ListEvents>;
