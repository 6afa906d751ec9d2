import { hostname, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import type { Config } from '../contract/config.ts';
import { environmentName, isSettingKey } from '../contract/config.ts';
import { type LoadedConfig, loadConfig } from '../runtime/config/load-config.ts';
import { ensureProject } from '../runtime/project/ensure-project.ts';
import { type Explain, type FolderMarks, realFolderMarks } from '../runtime/project/folder-marks.ts';
import { assertAtHome } from '../runtime/project/identity.ts';
import { type ProjectPaths, projectPaths } from '../runtime/project/project-paths.ts';
import { chooseRuntimeDir } from '../runtime/project/runtime-dir.ts';
import { isTrusted } from '../runtime/project/trust.ts';
import { watchInodes } from '../runtime/project/watch-inodes.ts';
import { openStore, type StoreLocation } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { type Pass, withFailpoints } from './failpoints.ts';
import { assertFoldersOurs } from './refuse-folders.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export const textsOf = (env: Env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );

/** One project, opened: where things are, how it is set up, and its rows. */
export type Project = Readonly<{
  paths: ProjectPaths;
  loaded: LoadedConfig;
  config: Config;
  store: Store;
  /** Says which folders are its own to move and delete from. */
  marks: FolderMarks;
  hostId: string;
  /** Without the person's trust it is only looked at: nothing of it runs, and nothing connects. */
  isTrusted: boolean;
  /** False once the store or its folder was removed or replaced: nothing that is written is read any more. */
  isStoreIntact: () => boolean;
  /** For the tests that end this program at every step; null otherwise. */
  pass: Pass | null;
}>;

export async function openProject(root: string, env: Env, pass: Pass | null): Promise<Project> {
  const loaded = await loadConfig({ root, env });
  const { config } = loaded;
  const runtimeDir = (socketName: string): string => chooseRuntimeDir(env, socketName);
  const paths = projectPaths(root, { ...config.paths, runtimeDir });
  const trusted = isTrusted(paths.root, env);
  const { identity, location } = trusted
    ? { identity: ensureProject(paths), location: storeLocation(config, paths) }
    : await (await import('./untrusted.ts')).lookAt({ paths, loaded }, env);
  assertAtHome(paths, identity);
  const store = withFailpoints('store', await openStore(location), pass);
  // Rows may be in the log beside the file alone. It stays as long as someone has the store open.
  const files = 'sqliteFile' in location ? [paths.dbFile, `${paths.dbFile}-wal`] : [];
  const watched = [paths.swarmDir, ...files];
  const isStoreIntact = trusted ? watchInodes(watched) : () => true;
  const marks = realFolderMarks({ ...identity, root: paths.root, explain: explainLater(store) });
  if (trusted) {
    await assertFoldersOurs({ paths, loaded, marks }).catch(async (error: unknown) => {
      await store.close();
      throw error;
    });
  }
  const [hostId, opened] = [thisHost(config), { paths, loaded, config, store, marks }];
  return { ...opened, hostId, isTrusted: trusted, isStoreIntact, pass };
}

// Only folders of an earlier version need it.
const explainLater =
  (store: Store): Explain =>
  async (folder, names) =>
    (await import('./explain-folders.ts')).explainBy(store)(folder, names);

export const storeLocation = ({ store }: Config, { dbFile }: ProjectPaths): StoreLocation =>
  store === null ? { sqliteFile: dbFile } : { postgresUrl: store };

/** The folder of Swarm itself: bundles in `dist/`, shipped personas in `agents/`. */
export const packageDir = (): string => dirname(import.meta.dirname);

export const bundleFile = (name: string): string => join(packageDir(), 'dist', name);

/** What began under another name would stay unserved, so `host` is for machines whose own one changes. */
export const thisHost = (config: Pick<Config, 'host'>): string => config.host ?? hostname();

/** Who the journal names for what is asked from here. */
export function actorOf(env: Env): string {
  if (env.SWARM_SESSION_ID) return `session:${env.SWARM_SESSION_ID}`;
  return `${env.USER ?? env.LOGNAME ?? userInfo().username}@${hostname()}`;
}

const OURS =
  /^SWARM_(SESSION_ID|ATTEMPT(_TOKEN)?|RUN_ID|ROLE|(SESSION|ATTEMPT|OUTBOX)_DIR|(PROMPT|RESULT)_FILE)$/;

/** The supervisor reads settings from the environment, so one that is started from here hears of them too. */
export function withSettings(env: Env, settings: Readonly<Record<string, string>>): Env {
  const named = Object.entries(settings).flatMap(([key, text]) =>
    isSettingKey(key) ? [[environmentName(key), text]] : [],
  );
  return { ...env, ...Object.fromEntries(named) };
}

/** The environment without what tells an agent which attempt it belongs to. */
export const withoutAttempt = (env: Env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name !== 'INTERRUPT_FILE' && !OURS.test(name)));
