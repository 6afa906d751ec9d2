import { appendFileSync } from 'node:fs';
import type { Env } from './project.ts';

/** Called with the name of each step as it is passed. */
export type Pass = (name: string) => void;

/**
 * For the tests that kill Swarm at every step. `SWARM_FAILPOINT=attempts.ensureOpen.after` ends this process
 * with SIGKILL when it passes that step, `…@3` when it passes it for the third time, `step@7` at the seventh
 * step of any name. `SWARM_FAILPOINT_LOG` names a file that every step is written to. Null when neither is
 * set. The supervisor has names of its own for both (`SWARM_SUPERVISOR_FAILPOINT`), because it inherits the
 * environment of the program that starts it.
 */
export function readFailpoints(env: Env, prefix: 'SWARM' | 'SWARM_SUPERVISOR'): Pass | null {
  const point = env[`${prefix}_FAILPOINT`];
  const log = env[`${prefix}_FAILPOINT_LOG`];
  if (!point && !log) return null;
  const [wanted = '', nth = '1'] = (point ?? '').split('@');
  let left = Number(nth);
  return (name) => {
    if (log) appendFileSync(log, `${name}\n`);
    if (wanted !== 'step' && wanted !== name) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
}

// What only looks leaves nothing behind that a crash could cut in half.
const LOOKS = /^(observe|find|list|count|last|read|has|render|close)/;

/** The same port, with a step before and after each call that changes something. */
export function withFailpoints<T extends object>(name: string, port: T, pass: Pass | null): T {
  if (pass === null) return port;
  const wrapped = Object.entries(port).map(([verb, call]) => {
    if (typeof call !== 'function' || LOOKS.test(verb)) return [verb, call];
    const passing = async (...args: unknown[]): Promise<unknown> => {
      pass(`${name}.${verb}.before`);
      const result: unknown = await call.apply(port, args);
      pass(`${name}.${verb}.after`);
      return result;
    };
    return [verb, passing];
  });
  return Object.fromEntries(wrapped) as T;
}
