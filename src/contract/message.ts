import * as z from 'zod/mini';
import { SafeId } from './id.ts';

export const MESSAGE_MAX_BYTES = 1_048_576;

/**
 * What "tell a session something" needs. The message becomes the recipient's next turn; one that steers is
 * handed to an agent at work, which reads it at its next safe boundary.
 */
export const SendMessage = z.object({
  to: SafeId,
  body: z.string(),
  steer: z._default(z.boolean(), false),
});
export type SendMessage = z.infer<typeof SendMessage>;
