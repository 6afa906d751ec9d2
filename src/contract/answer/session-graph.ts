import * as z from 'zod/mini';
import { ON_FAILED } from '../session.ts';
import { TextOrNull } from './parts.ts';
import { StatusAnswer } from './session.ts';

/** How the one that is waited for must stand: completed, one completed of several, over. */
export const NEEDS = ['completed', 'any', 'end'] as const;

/** What waits for what, oldest first. */
export const SessionGraphAnswer = z.object({
  sessions: z.array(
    z.object({
      session_id: z.string(),
      title: z.string(),
      agent: z.string(),
      status: StatusAnswer,
      state: z.string(),
      reason: TextOrNull,
      continues: TextOrNull,
      on_failed: z.nullable(z.enum(ON_FAILED)),
      after: z.array(
        z.object({
          session_id: z.string(),
          needs: z.enum(NEEDS),
          /** Null where it is not among those shown. */
          status: z.nullable(StatusAnswer),
          /** Its branch is where the workspace begins. */
          is_base: z.boolean(),
        }),
      ),
    }),
  ),
});
export type SessionGraphAnswer = z.infer<typeof SessionGraphAnswer>;
