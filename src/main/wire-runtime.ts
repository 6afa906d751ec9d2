import { Oddities } from '../runtime/agent-files/oddities.ts';
import type { Attempts } from '../runtime/attempt/attempts.ts';
import { realAttempts } from '../runtime/attempt/real-attempts.ts';
import { realClock } from '../runtime/clock/real-clock.ts';
import { type Blobs, realBlobs } from '../runtime/files/blobs.ts';
import type { Merges } from '../runtime/merge/merges.ts';
import { ownFolders } from '../runtime/project/own-folders.ts';
import { observeMeans } from '../runtime/resource/observe-means.ts';
import { openTmux, type Tmux } from '../runtime/tmux/tmux.ts';
import type { NeededBases } from '../runtime/workspace/needed-bases.ts';
import type { PlanBranches } from '../runtime/workspace/plan-branches.ts';
import type { WorkspaceSettings } from '../runtime/workspace/real-workspaces.ts';
import type { SharedFolders } from '../runtime/workspace/shared-folders.ts';
import type { WorkFolders } from '../runtime/workspace/work-folders.ts';
import type { Workspaces } from '../runtime/workspace/workspaces.ts';
import { agentCommands } from './agent-commands.ts';
import { withFailpoints } from './failpoints.ts';
import { lazy } from './lazy.ts';
import { withoutNotifySecrets } from './notify-secrets.ts';
import { type Env, type Project, textsOf, withoutAttempt } from './project.ts';

/** The ports of one project: its tmux server, its processes, its worktrees. Wiring starts nothing. */
export type Runtime = Readonly<{
  tmux: Tmux;
  attempts: Attempts;
  workspaces: Workspaces;
  planBranches: PlanBranches;
  workFolders: WorkFolders;
  sharedFolders: SharedFolders;
  neededBases: NeededBases;
  blobs: Blobs;
  /** What is found where agents should have left plain files. */
  oddities: Oddities;
}>;

export function wireRuntime(project: Project, env: Env): Runtime {
  const { paths, config, pass } = project;
  const textEnv = withoutNotifySecrets(textsOf(env));
  const commands = agentCommands({ paths, config }, env);
  const server = { socket: paths.tmuxSocketName, root: paths.root, env: textEnv };
  const tmux = withFailpoints('tmux', openTmux(server), pass);
  const oddities = new Oddities();
  const attempts = realAttempts({
    sessionsDir: paths.sessionsDir,
    ensureSessionsDir: () => ensureSessionsDir(project),
    launchersDir: paths.launchersDir,
    worktreesDir: paths.worktreesDir,
    keyFile: paths.keyFile,
    wrap: commands.wrap,
    observeMeans: () => observeMeans(textEnv),
    pass: config.env.pass,
    oddities,
    tmux,
    prefix: config.tmux.prefix,
    keepOnExit: config.tmux.keepOnExit,
    keepsOutput: config.captureOutput,
    env: textEnv,
  });
  const workspaces = lazy(async () => {
    const { realWorkspaces } = await import('../runtime/workspace/real-workspaces.ts');
    const real = realWorkspaces({ ...workspaceSettings(project), env: textEnv, commands });
    return withFailpoints('workspaces', real, pass);
  });
  const planBranches = lazy(async () => {
    const { realPlanBranches } = await import('../runtime/workspace/real-plan-branches.ts');
    const real = realPlanBranches({ ...workspaceSettings(project), env: textEnv, commands });
    return withFailpoints('planBranches', real, pass);
  });
  const workFolders = lazy(async () => {
    const { realWorkFolders } = await import('../runtime/workspace/real-work-folders.ts');
    const real = realWorkFolders({ ...workspaceSettings(project), env: textEnv, commands });
    return withFailpoints('workFolders', real, pass);
  });
  const sharedFolders = lazy(async () => {
    const { realSharedFolders } = await import('../runtime/workspace/real-shared-folders.ts');
    const real = realSharedFolders({ ...workspaceSettings(project), env: textEnv, commands });
    return withFailpoints('sharedFolders', real, pass);
  });
  const neededBases = lazy(async () => {
    const { realNeededBases } = await import('../runtime/workspace/real-needed-bases.ts');
    const real = realNeededBases({ ...workspaceSettings(project), env: textEnv, commands });
    return withFailpoints('neededBases', real, pass);
  });
  return {
    tmux,
    oddities,
    attempts: withFailpoints('attempts', attempts, pass),
    workspaces,
    planBranches,
    workFolders,
    sharedFolders,
    neededBases,
    blobs: realBlobs(paths.blobsDir),
  };
}

/** The folder of all sessions is there, with its mark. */
export const ensureSessionsDir = ({ marks, paths }: Project): Promise<void> =>
  marks.ensure(ownFolders(paths).sessions);

/** How worktrees of the project are made. */
const workspaceSettings = ({
  paths,
  config,
  marks,
}: Project): Omit<WorkspaceSettings, 'env' | 'commands'> => ({
  marks,
  project: paths.root,
  worktreesDir: paths.worktreesDir,
  trashDir: paths.trashDir,
  provision: {
    copy: [...config.workspace.copy],
    install: config.workspace.install.length > 0 ? [...config.workspace.install] : null,
  },
  clock: realClock,
});

export async function openMerges(project: Project, env: Env): Promise<Merges> {
  const { realMerges } = await import('../runtime/merge/real-merges.ts');
  const { paths, config } = project;
  const { check, timeoutMs } = config.merge;
  return realMerges({
    ...workspaceSettings(project),
    logsDir: paths.logsDir,
    check: check === null ? null : { command: check, limitMs: timeoutMs },
    env: withoutNotifySecrets(textsOf(withoutAttempt(env))),
    commands: agentCommands({ paths, config }, env),
  });
}
