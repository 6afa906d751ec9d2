import { hostname } from 'node:os';
import type { TestChannelsDeps } from '../app/notify/test-channels.ts';
import type { DoctorDeps } from '../app/project/health-deps.ts';
import type { InitDeps } from '../app/project/init-project.ts';
import type { TrustDeps } from '../app/project/trust-deps.ts';
import type { LoadedConfig } from '../runtime/config/load-config.ts';
import type { FoundProject } from '../runtime/project/find-project.ts';
import type { RelocationDeps } from '../runtime/project/relocation.ts';
import { lazy } from './lazy.ts';
import type { Env } from './project.ts';
import type { OpenedApp } from './wire.ts';

/** Where a command was started, and what is known of the project there. */
export type WorkingFolder = Readonly<{
  env: Env;
  /** The project's root; a usage error where there is no project. */
  root: () => string;
  /** The folder that the command is about; it may hold no project yet. */
  folder: () => string;
  find: () => FoundProject | null;
  /** The settings of the project whose root this is. */
  settingsAt: (root: string) => Promise<LoadedConfig>;
  open: () => Promise<OpenedApp>;
}>;

type MachinePorts = InitDeps & TrustDeps & TestChannelsDeps & DoctorDeps & RelocationDeps;

export const machinePorts = (working: WorkingFolder): MachinePorts => ({
  health: lazy(async () => (await import('./doctor-ports.ts')).doctorPorts(working).health),
  agents: lazy(async () => (await import('./doctor-ports.ts')).doctorPorts(working).agents),
  trust: lazy(async () => (await import('./trust-port.ts')).trustPort(working)),
  projects: lazy(async () => (await import('./known-projects.ts')).knownProjects(working.env)),
  async newProject() {
    const root = working.find()?.root ?? working.folder();
    const { config } = await working.settingsAt(root);
    const { projectPaths } = await import('../runtime/project/project-paths.ts');
    const { realNewProject } = await import('../runtime/project/real-new-project.ts');
    return realNewProject(projectPaths(root, config.paths));
  },
  async relocation() {
    const root = working.root();
    const { config } = await working.settingsAt(root);
    const { projectPaths } = await import('../runtime/project/project-paths.ts');
    const { relocationPort } = await import('./relocation-port.ts');
    const paths = projectPaths(root, { ...config.paths, runtimeDir: working.env.SWARM_RUNTIME_DIR });
    return relocationPort({ paths, config, env: working.env });
  },
  async openNotifier() {
    const root = working.root();
    const { config } = await working.settingsAt(root);
    const { wireNotifier } = await import('./wire-notifier.ts');
    const notifier = wireNotifier({ config, pass: null }, working.env);
    return { channels: config.notify.channels, notifier, root, host: hostname() };
  },
});
