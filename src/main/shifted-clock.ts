import { readFileSync, statSync } from 'node:fs';
import type { Env } from './project.ts';

/**
 * For the tests of a clock that jumps. `SWARM_CLOCK_SHIFT` names a file: the wall clock of this process is
 * off by so many milliseconds as it says now.
 */
export function shiftClock(env: Env): void {
  const file = env.SWARM_CLOCK_SHIFT;
  if (!file) return;
  const plain = Date.now;
  let seen = -1;
  let shiftMs = 0;
  Date.now = () => {
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -1;
    if (changed !== seen) shiftMs = changed === -1 ? 0 : Number(readFileSync(file, 'utf8'));
    seen = changed;
    return plain() + shiftMs;
  };
}
