import * as z from 'zod/mini';
import { Instant, TextOrNull } from './parts.ts';

export const SentMessageAnswer = z.object({
  message_id: z.string(),
  /** Null when the workflow says where it goes. */
  to: TextOrNull,
  receipt: z.string(),
});
export type SentMessageAnswer = z.infer<typeof SentMessageAnswer>;

/** Messages to the one who asks: a person, or the agent of a session. Oldest first. */
export const InboxAnswer = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      from: z.string(),
      /** Null for plain words. */
      type: TextOrNull,
      body: z.string(),
      at: Instant,
      /** How far it has come; null for a person, and for a role whose turn has not come. */
      receipt: TextOrNull,
    }),
  ),
});
export type InboxAnswer = z.infer<typeof InboxAnswer>;
