import { createHash } from 'node:crypto';
import type { SettingKey } from '../contract/config.ts';
import { type Fingerprints, listUnobeyed, listUnobeyedKeys } from '../contract/supervised.ts';
import { isNewer } from '../domain/supervisor/version.ts';
import { projectPaths } from '../runtime/project/project-paths.ts';
import { chooseRuntimeDir } from '../runtime/project/runtime-dir.ts';
import { connect } from '../runtime/socket/client.ts';
import type { Greeting } from '../runtime/socket/protocol.ts';
import type { Env, Project } from './project.ts';
import type { ProjectFolder } from './workflow-ports.ts';

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

/** Settings that a supervisor which runs does not go by; none where none runs. Starts nothing. */
export async function observeUnobeyed({
  root,
  settings,
  env,
}: ProjectFolder): Promise<readonly SettingKey[]> {
  const { resolved, config } = await settings();
  const runtimeDir = (socketName: string): string => chooseRuntimeDir(env, socketName);
  const client = await connect(projectPaths(root(), { ...config.paths, runtimeDir }).socketFile);
  if (client === null) return [];
  const { goesBy = {}, salt = '' } = client.greeting;
  client.close();
  return listUnobeyedKeys(resolved, { goesBy, hash: saltedHash(salt) });
}
