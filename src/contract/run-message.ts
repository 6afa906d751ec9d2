import * as z from 'zod/mini';
import { SafeId } from './id.ts';

/** Input to "list the messages of a run". */
export const ListRunMessages = z.object({
  /** Left out: the newest run; with `isDeadLetter`: all of them. */
  runId: z.optional(SafeId),
  /** From it or to it. */
  role: z.optional(SafeId),
  /** Only dead letters. */
  isDeadLetter: z._default(z.boolean(), false),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 50),
});
export type ListRunMessages = z.infer<typeof ListRunMessages>;

export const MessageRef = z.object({ messageId: SafeId });
export type MessageRef = z.infer<typeof MessageRef>;

/** Routes a dead letter again. */
export const RequeueMessage = z.object({
  messageId: SafeId,
  /** Instead of whom it was addressed to. */
  to: z.optional(SafeId),
});
export type RequeueMessage = z.infer<typeof RequeueMessage>;
