import type { Config } from '../contract/config.ts';
import type { Attempts } from '../runtime/attempt/attempts.ts';
import { realAttempts } from '../runtime/attempt/real-attempts.ts';
import { realClock } from '../runtime/clock/real-clock.ts';
import { type Blobs, realBlobs } from '../runtime/files/blobs.ts';
import type { Places } from '../runtime/project/places.ts';
import { openTmux, type Tmux } from '../runtime/tmux/tmux.ts';
import type { WorkspaceSettings } from '../runtime/workspace/real-workspaces.ts';
import type { Workspaces } from '../runtime/workspace/workspaces.ts';
import { withFailpoints } from './failpoints.ts';
import { lazy } from './lazy.ts';
import { withoutNotifySecrets } from './notify-secrets.ts';
import { type Env, type Project, textsOf } from './project.ts';

/**
 * The hands of one project: its tmux server, its processes, its worktrees. Nothing is started by wiring it.
 */
export type Runtime = Readonly<{
  tmux: Tmux;
  attempts: Attempts;
  workspaces: Workspaces;
  blobs: Blobs;
}>;

export function wireRuntime({ places, config, pass }: Project, env: Env): Runtime {
  const textEnv = withoutNotifySecrets(textsOf(env));
  const tmux = withFailpoints('tmux', openTmux({ socket: places.tmuxSocketName, env: textEnv }), pass);
  const attempts = realAttempts({
    sessionsDir: places.sessionsDir,
    tmux,
    prefix: config.tmux.prefix,
    keepOnExit: config.tmux.keepOnExit,
    keepsOutput: config.captureOutput,
    env: textEnv,
  });
  const workspaces = lazy(async () => {
    const { realWorkspaces } = await import('../runtime/workspace/real-workspaces.ts');
    const real = realWorkspaces({ ...workspaceSettings(places, config), env: textEnv });
    return withFailpoints('workspaces', real, pass);
  });
  return {
    tmux,
    attempts: withFailpoints('attempts', attempts, pass),
    workspaces,
    blobs: realBlobs(places.blobsDir),
  };
}

/** How worktrees of the project are made. */
export const workspaceSettings = (places: Places, config: Config): Omit<WorkspaceSettings, 'env'> => ({
  project: places.root,
  worktreesDir: places.worktreesDir,
  trashDir: places.trashDir,
  provision: {
    copy: [...config.workspace.copy],
    install: config.workspace.install.length > 0 ? [...config.workspace.install] : null,
  },
  clock: realClock,
});
