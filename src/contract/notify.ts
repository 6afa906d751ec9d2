import * as z from 'zod/mini';
import { CHANNELS } from './notify-settings.ts';

/** Without a channel, all that are set up. */
export const TestChannels = z.object({ channel: z.optional(z.enum(CHANNELS)) });
export type TestChannels = z.infer<typeof TestChannels>;
