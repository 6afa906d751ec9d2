import * as z from 'zod/mini';
import { InstantOrNull, TextOrNull } from './parts.ts';

/** `running`: it answers. One that is stopped (SIGSTOP) or silent has the lock and serves nothing. */
export const SupervisorAnswer = z.object({
  running: z.boolean(),
  state: z.enum(['serving', 'stopped', 'silent', 'absent']),
  pid: z.nullable(z.int()),
  version: TextOrNull,
  started_at: InstantOrNull,
  /** What keeps it from its work, such as a full disk. */
  trouble: TextOrNull,
});

/** `started`: by this request; false when one ran already. */
export const StartedSupervisorAnswer = z.object({ pid: z.int(), started: z.boolean() });

/** `was_running` is false when there was none to replace. */
export const RestartedSupervisorAnswer = z.object({ pid: z.int(), was_running: z.boolean() });

/** `stopped` is false when it did not leave in time. */
export const StoppedSupervisorAnswer = z.object({ was_running: z.boolean(), stopped: z.boolean() });

/** `problem`: the file is there, and the service manager did not take it in. */
export const InstalledServiceAnswer = z.object({
  manager: z.enum(['systemd', 'launchd']),
  file: z.string(),
  problem: TextOrNull,
});

/** `removed` is false when there was none. */
export const RemovedServiceAnswer = z.object({ file: z.string(), removed: z.boolean() });

/** Of the one that ran in the foreground. */
export const RanSupervisorAnswer = z.object({ exit_code: z.int() });
