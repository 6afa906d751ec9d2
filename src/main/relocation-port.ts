import { join } from 'node:path';
import type { Config } from '../contract/config.ts';
import { realClock, realIds } from '../runtime/clock/real-clock.ts';
import { withLock } from '../runtime/lock/with-lock.ts';
import { ensureProject } from '../runtime/project/ensure-project.ts';
import { observeLocation, writeIdentity } from '../runtime/project/identity.ts';
import { type ProjectPaths, socketsOf } from '../runtime/project/project-paths.ts';
import { putAside } from '../runtime/project/put-aside.ts';
import type { Relocation } from '../runtime/project/relocation.ts';
import { chooseRuntimeDir } from '../runtime/project/runtime-dir.ts';
import { connect } from '../runtime/socket/client.ts';
import { openTmux } from '../runtime/tmux/tmux.ts';
import { openGit } from '../runtime/workspace/git.ts';
import { putCopiedEntriesAside, repairWorktrees } from '../runtime/workspace/repair.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { actorOf, type Env, storeLocation, textsOf, thisHost } from './project.ts';

const STOP_LIMIT_MS = 30_000;

export type LocatedProject = Readonly<{ paths: ProjectPaths; config: Config; env: Env }>;

/** What follows a project that was moved or copied, on this machine. */
export function relocationPort(found: LocatedProject): Relocation {
  const { paths, env } = found;
  const { root, swarmDir } = paths;
  const identity = ensureProject(paths);
  const git = openGit(env);
  return {
    root,
    observe: async () => observeLocation(paths, identity),
    ensureOldEnded: (was) => ensureOldEnded(was, env),
    whileUnserved: (work) => withLock(paths.lockFile, STOP_LIMIT_MS, work),
    ensureRowsMoved: (was) =>
      withStore(found, (store) => moveRows(store, { was, root, env, host: thisHost(found.config) })),
    ensureWorktreesRepaired: (was, workspaces) => repairWorktrees({ git, project: root, was }, workspaces),
    sharesRows: async () => found.config.store !== null && (await withStore(found, hasSessions)),
    async ensureAside(was) {
      const aside = await putAside(paths, identity.id);
      await putCopiedEntriesAside({ git, project: root, was }, join(aside, 'git-worktrees'));
      return aside;
    },
    ensureSettled: async (as) =>
      writeIdentity(swarmDir, { id: as === 'same' ? identity.id : realIds.uuid(), root }),
  };
}

/** Agents there name the old path in their environment: they cannot be heard any more. */
async function ensureOldEnded(was: string, env: Env): Promise<void> {
  const { socketFile, tmuxSocketName } = socketsOf(was, (socketName) => chooseRuntimeDir(env, socketName));
  const client = await connect(socketFile);
  await client?.stop(STOP_LIMIT_MS);
  client?.close();
  await openTmux({ socket: tmuxSocketName, env: textsOf(env) }).ensureServerEnded();
}

async function withStore<T>(
  { config, paths }: LocatedProject,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore(storeLocation(config, paths));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const hasSessions = async (store: Store): Promise<boolean> =>
  (await store.listSessions({}, { limit: 1 })).sessions.length > 0;

type Moving = Readonly<{ was: string; root: string; env: Env; host: string }>;

async function moveRows(store: Store, { was, root, env, host }: Moving): Promise<readonly string[]> {
  const journal = { at: realClock.now(), by: actorOf(env), note: `from ${was} to ${root}` };
  await store.commit([{ kind: 'move-paths', from: was, to: root, hostId: host, journal }]);
  const workspaces = await store.listWorkspaces();
  return workspaces.filter(({ state }) => state !== 'released').map(({ path }) => path);
}
