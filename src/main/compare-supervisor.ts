import { createHash } from 'node:crypto';
import { type Fingerprints, listUnobeyed } from '../contract/supervised.ts';
import { isNewer } from '../domain/supervisor/version.ts';
import type { Greeting } from '../runtime/socket/protocol.ts';
import type { Env, Project } from './project.ts';

declare const __SWARM_VERSION__: string;

const SHOWN_DIGITS = 16;

/** Nothing of a secret can be read from it, and it says nothing to another process. */
export const saltedHash =
  (salt: string) =>
  (text: string): string =>
    createHash('sha256').update(`${salt}\0${text}`).digest('hex').slice(0, SHOWN_DIGITS);

export type SupervisorDifference = Readonly<{
  /** Variables of this process that it was started without. */
  unobeyed: readonly string[];
  /** Its version, where this program is newer. */
  olderVersion: string | null;
}>;

/** What a supervisor that runs would do otherwise than one that this command starts. */
export function compareSupervisor(
  { version, goesBy = {}, salt = '' }: Greeting,
  { loaded }: Pick<Project, 'loaded'>,
  env: Env,
): SupervisorDifference {
  const hash = saltedHash(salt);
  const fingerprints: Fingerprints = goesBy;
  return {
    unobeyed: listUnobeyed(loaded.resolved, env, { goesBy: fingerprints, hash }),
    olderVersion: isNewer(__SWARM_VERSION__, version) ? version : null,
  };
}
