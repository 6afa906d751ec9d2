import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { withFileFaults } from '../runtime/files/file-fault.ts';
import { withLock } from '../runtime/lock/with-lock.ts';
import { planRemoval } from '../runtime/project/plan-removal.ts';
import { forgetProject } from '../runtime/project/registry.ts';
import type { Removal, RemovalPlan } from '../runtime/project/removal.ts';
import { removeTrust } from '../runtime/project/trust.ts';
import { openTmux } from '../runtime/tmux/tmux.ts';
import { stopDashboard } from './dashboard-line.ts';
import { type Env, type Project, textsOf } from './project.ts';
import { isStoreWithheld } from './untrusted.ts';

const LOCK_LIMIT_MS = 30_000;

/** Takes Swarm out of the project that this command works in. */
export function removalPort(
  { paths, marks, loaded, isTrusted }: Pick<Project, 'paths' | 'marks' | 'loaded' | 'isTrusted'>,
  env: Env,
): Removal {
  const observe = (released: readonly string[] = []): Promise<RemovalPlan> =>
    planRemoval({ paths, marks, released });
  return {
    async findObstacle() {
      if (!existsSync(paths.swarmDir)) return 'nothing-there';
      return !isTrusted && isStoreWithheld(loaded) ? 'rows-withheld' : null;
    },
    observe,
    async ensureServersEnded() {
      await stopDashboard(paths);
      await openTmux({ socket: paths.tmuxSocketName, env: textsOf(env) }).ensureServerEnded();
    },
    ensureRemoved: () =>
      withLock(paths.lockFile, LOCK_LIMIT_MS, async () => {
        const plan = await observe();
        await withFileFaults(paths.swarmDir, async () => {
          for (const path of plan.goes) rmSync(path, { recursive: true, force: true });
          if (plan.stays.length === 0) rmdirSync(paths.swarmDir);
        });
        forgetProject(paths.root, env);
        removeTrust(paths.root, env);
        return plan;
      }),
  };
}
