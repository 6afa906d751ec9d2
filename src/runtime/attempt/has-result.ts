import { lstatSync } from 'node:fs';
import { attemptFolder } from './attempt-folder.ts';
import type { AttemptRef } from './attempts.ts';

/** Whether an attempt has handed over a result, without a look into it. */
export const resultSeer =
  (sessionsDir: string) =>
  (ref: AttemptRef): boolean =>
    lstatSync(attemptFolder(sessionsDir, ref).result, { throwIfNoEntry: false })?.isFile() ?? false;
