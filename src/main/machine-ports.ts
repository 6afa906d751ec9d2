import { hostname } from 'node:os';
import type { TestChannelsDeps } from '../app/notify/test-channels.ts';
import type { DoctorDeps } from '../app/project/health-deps.ts';
import type { InitDeps } from '../app/project/init-project.ts';
import type { LoadedConfig } from '../runtime/config/load-config.ts';
import type { FoundProject } from '../runtime/project/find-project.ts';
import { lazy } from './lazy.ts';
import type { Env } from './project.ts';
import type { OpenedApp } from './wire.ts';

/** Where a command was started, and what is known of the project there. */
export type MachinePlace = Readonly<{
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

export const machinePorts = (place: MachinePlace): InitDeps & TestChannelsDeps & DoctorDeps => ({
  health: lazy(async () => (await import('./doctor-ports.ts')).doctorPorts(place).health),
  agents: lazy(async () => (await import('./doctor-ports.ts')).doctorPorts(place).agents),
  async newProject() {
    const root = place.find()?.root ?? place.folder();
    const { config } = await place.settingsAt(root);
    const { placesOf } = await import('../runtime/project/places.ts');
    const { realNewProject } = await import('../runtime/project/real-new-project.ts');
    return realNewProject(placesOf(root, config.paths));
  },
  async openNotifier() {
    const root = place.root();
    const { config } = await place.settingsAt(root);
    const { wireNotifier } = await import('./wire-notifier.ts');
    const notifier = wireNotifier({ config, pass: null }, place.env);
    return { channels: config.notify.channels, notifier, root, host: hostname() };
  },
});
