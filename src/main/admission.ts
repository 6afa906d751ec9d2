import { join } from 'node:path';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import type { Runnable } from '../domain/trust/runnable.ts';
import { loadConfig } from '../runtime/config/load-config.ts';
import { projectPaths } from '../runtime/project/project-paths.ts';
import { ensureTrusted, isTrusted } from '../runtime/project/trust.ts';
import { listGitDrivers } from '../runtime/trust/git-drivers.ts';
import { listRunnables } from '../runtime/trust/list-runnables.ts';
import { ensureAccepted } from '../runtime/workspace/accepted-keys.ts';
import { openGit } from '../runtime/workspace/git.ts';
import { type Env, packageDir } from './project.ts';

/** Shows the person what a project would run, and asks; null where no person can be asked. */
export type AskTrust = ((root: string, runnables: readonly Runnable[]) => Promise<boolean>) | null;

type Asking = Readonly<{ root: string; env: Env; ask: AskTrust }>;

/** What the project would run by its own files; the settings of the environment do not count. */
export async function runnablesOf(folder: string, env: Env): Promise<readonly Runnable[]> {
  const loaded = await loadConfig({ root: folder, env: {} });
  const { root, dbFile } = projectPaths(folder, loaded.config.paths);
  const folders = { root, agents: loaded.config.paths.agents, shipped: join(packageDir(), 'agents') };
  const ofFiles = await listRunnables({ folders, loaded, dbFile });
  return [...ofFiles, ...(await listGitDrivers(openGit(env), root))];
}

/** A project with nothing to run is trusted as it is, so that one's own later edits cost no question. */
export async function admit({ root: folder, env, ask }: Asking): Promise<Outcome<null>> {
  const { root } = projectPaths(folder);
  if (isTrusted(root, env)) return accept(null);
  const runnables = await runnablesOf(root, env);
  const isAgent = Boolean(env.SWARM_ATTEMPT_DIR);
  const isAgreed = !isAgent && (runnables.length === 0 || ((await ask?.(root, runnables)) ?? false));
  if (!isAgreed) return refuse({ code: 'project-not-trusted', root, runnables });
  ensureTrusted(root, env);
  await ensureAccepted(openGit(env), root, env);
  return accept(null);
}
