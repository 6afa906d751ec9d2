import * as z from 'zod/mini';
import { SessionName } from './id.ts';

export const MESSAGE_MAX_BYTES = 1_048_576;

/**
 * What "tell a session something" needs. The message becomes the recipient's next turn; one that steers is
 * handed to an agent at work, which reads it at its next safe boundary.
 */
export const SendMessage = z.object({
  /** A session, a role, or the person; a message with content may leave that to the workflow. */
  to: z.optional(SessionName),
  body: z._default(z.string(), ''),
  /** What a message between the roles of a run holds; its schema goes by its type. */
  content: z.optional(z.unknown()),
  steer: z._default(z.boolean(), false),
});
export type SendMessage = z.infer<typeof SendMessage>;

/** The messages to the one who asks. */
export const ReadInbox = z.object({});
export type ReadInbox = z.infer<typeof ReadInbox>;
