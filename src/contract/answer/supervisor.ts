import * as z from 'zod/mini';
import { InstantOrNull, TextOrNull } from './parts.ts';

/** All but `running` are null when none runs. */
export const SupervisorAnswer = z.object({
  running: z.boolean(),
  pid: z.nullable(z.int()),
  version: TextOrNull,
  started_at: InstantOrNull,
});

/** `started`: by this request; false when one ran already. */
export const StartedSupervisorAnswer = z.object({ pid: z.int(), started: z.boolean() });

/** `stopped` is false when it did not leave in time. */
export const StoppedSupervisorAnswer = z.object({ was_running: z.boolean(), stopped: z.boolean() });

/** Of the one that ran in the foreground. */
export const RanSupervisorAnswer = z.object({ exit_code: z.int() });
