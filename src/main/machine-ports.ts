import { hostname } from 'node:os';
import type { TestChannelsDeps } from '../app/notify/test-channels.ts';
import type { InitDeps } from '../app/project/init-project.ts';
import type { LoadedConfig } from '../runtime/config/load-config.ts';
import type { Env } from './project.ts';

/** Where a command was started, and what is known of the project there. */
export type MachinePlace = Readonly<{
  env: Env;
  /** The project's root; a usage error where there is no project. */
  root: () => string;
  /** The root of the project, or the folder that is to be one. */
  newRoot: () => string;
  /** The settings of the project whose root this is. */
  settingsAt: (root: string) => Promise<LoadedConfig>;
}>;

export const machinePorts = (place: MachinePlace): InitDeps & TestChannelsDeps => ({
  async newProject() {
    const root = place.newRoot();
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
