import * as z from 'zod/mini';
import { CHANNELS } from '../notify-settings.ts';
import { TextOrNull } from './parts.ts';

export const TestedChannelsAnswer = z.object({
  channels: z.readonly(
    z.array(z.object({ channel: z.enum(CHANNELS), sent: z.boolean(), problem: TextOrNull })),
  ),
});
