import * as z from 'zod/mini';
import { SafeId } from './id.ts';

export const MESSAGE_MAX_BYTES = 1_048_576;

/** What "tell a session something" needs. The message becomes the recipient's next turn. */
export const SendMessage = z.object({ to: SafeId, body: z.string() });
export type SendMessage = z.infer<typeof SendMessage>;
