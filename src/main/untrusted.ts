import { existsSync } from 'node:fs';
import { assertNotCommitted } from '../runtime/project/committed-folder.ts';
import { assertNoLink } from '../runtime/project/ensure-project.ts';
import { type ProjectIdentity, readIdentity } from '../runtime/project/identity.ts';
import type { StoreLocation } from '../store/open-store.ts';
import { type Env, type Project, storeLocation } from './project.ts';

type LoadedProject = Pick<Project, 'paths' | 'loaded'>;

const NO_ROWS: StoreLocation = { sqliteFile: ':memory:' };

/** A project that is not trusted, as it says which one it is, and where its rows may be read. */
export async function lookAt(
  looked: LoadedProject,
  env: Env,
): Promise<Readonly<{ identity: ProjectIdentity; location: StoreLocation }>> {
  const { root, swarmDir } = looked.paths;
  const location = await untrustedLocation(looked, env);
  return { location, identity: readIdentity(swarmDir) ?? { id: '', root } };
}

/**
 * Where rows are read while a project is not trusted: not at an address that its own file names, and nothing
 * is made. An address of the person's own environment is the person's word.
 */
async function untrustedLocation({ paths, loaded }: LoadedProject, env: Env): Promise<StoreLocation> {
  assertNoLink(paths);
  await assertNotCommitted(paths, env);
  if (isStoreWithheld(loaded)) return NO_ROWS;
  const location = storeLocation(loaded.config, paths);
  return 'postgresUrl' in location || existsSync(paths.dbFile) ? location : NO_ROWS;
}

/** Whether the project's file names a database elsewhere. */
export const isStoreWithheld = ({ config, resolved }: Project['loaded']): boolean =>
  config.store !== null &&
  resolved.shown.some(({ key, origin }) => key === 'store' && origin.from === 'file');
