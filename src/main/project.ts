import { hostname, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '../contract/config.ts';
import { type LoadedConfig, loadConfig } from '../runtime/config/load-config.ts';
import { ensureProject } from '../runtime/project/ensure-project.ts';
import { type Places, placesOf } from '../runtime/project/places.ts';
import { openStore, type StoreLocation } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { type Pass, withFailpoints } from './failpoints.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export const textsOf = (env: Env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );

/** One project, opened: where things are, how it is set up, and its rows. */
export type Project = Readonly<{
  places: Places;
  loaded: LoadedConfig;
  config: Config;
  store: Store;
  hostId: string;
  /** For the tests that end this program at every step; null otherwise. */
  pass: Pass | null;
}>;

export async function openProject(root: string, env: Env, pass: Pass | null): Promise<Project> {
  const loaded = await loadConfig({ root, env });
  const { config } = loaded;
  const places = placesOf(root, { ...config.paths, runtimeDir: env.SWARM_RUNTIME_DIR });
  ensureProject(places);
  const store = withFailpoints('store', await openStore(storeLocation(config, places)), pass);
  return { places, loaded, config, store, hostId: hostname(), pass };
}

const storeLocation = ({ store }: Config, { dbFile }: Places): StoreLocation =>
  store === null ? { sqliteFile: dbFile } : { postgresUrl: store };

/** The folder of Swarm itself: bundles in `dist/`, shipped personas in `agents/`. */
export const packageDir = (): string => dirname(import.meta.dirname);

export const bundleFile = (name: string): string => join(packageDir(), 'dist', name);

/** Who the journal names for what is asked from here. */
export function actorOf(env: Env): string {
  if (env.SWARM_SESSION_ID) return `session:${env.SWARM_SESSION_ID}`;
  return `${env.USER ?? env.LOGNAME ?? userInfo().username}@${hostname()}`;
}

const OURS = /^SWARM_(SESSION_ID|ATTEMPT|RUN_ID|ROLE|(SESSION|ATTEMPT|OUTBOX)_DIR|(PROMPT|RESULT)_FILE)$/;

/** The environment without what tells an agent which attempt it belongs to. */
export const withoutAttempt = (env: Env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name !== 'INTERRUPT_FILE' && !OURS.test(name)));
