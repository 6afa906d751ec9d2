import * as z from 'zod/mini';

export const SentMessageAnswer = z.object({ message_id: z.string(), to: z.string(), receipt: z.string() });
