import { CONFIG_FILE, type Config, type SettingValues, toConfig } from '../contract/config.ts';
import { decideConfigChange } from '../contract/config-change.ts';
import { loadConfig } from '../runtime/config/load-config.ts';
import { watchFolder } from '../runtime/files/watch.ts';
import type { Env, Project } from './project.ts';
import type { SupervisorLog } from './supervisor-log.ts';

/** The settings of a supervisor that runs: the last good state of the file, as far as it may be taken in. */
export type LiveSettings = Readonly<{
  config: () => Config;
  values: () => SettingValues;
  /** Why the file is not obeyed, or not all of it; null when it is. */
  problem: () => string | null;
  /** Resolves when there is something else to go by than now. */
  changed: () => Promise<void>;
  close: () => void;
}>;

/** An editor that writes in two steps is waited for. */
const SETTLE_MS = 100;

type SettingsState = { values: SettingValues; problem: string | null };

export function watchSettings(
  { paths, loaded }: Pick<Project, 'paths' | 'loaded'>,
  env: Env,
  log: SupervisorLog,
): LiveSettings {
  const known: SettingsState = { values: loaded.resolved.values, problem: null };
  let tell = (): void => {};
  let due: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const { problem, taken } = await readChange(paths.root, env, known);
    if (problem !== null && problem !== known.problem) log('warn', problem);
    known.problem = problem;
    if (taken.length === 0) return;
    log('info', `${CONFIG_FILE} changed: ${taken.join(', ')} taken in`);
    tell();
  };
  const lookSoon = (): void => {
    clearTimeout(due);
    due = setTimeout(() => void look(), SETTLE_MS);
  };
  const watch = watchFolder(paths.root, lookSoon, CONFIG_FILE);
  return {
    config: () => toConfig(known.values),
    values: () => known.values,
    problem: () => known.problem,
    changed: () =>
      new Promise((resolve) => {
        tell = resolve;
      }),
    close: () => {
      clearTimeout(due);
      watch.close();
    },
  };
}

async function readChange(
  root: string,
  env: Env,
  known: SettingsState,
): Promise<Readonly<{ problem: string | null; taken: readonly string[] }>> {
  let after: SettingValues;
  try {
    after = (await loadConfig({ root, env })).resolved.values;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { problem: `${words}. The settings before it still count`, taken: [] };
  }
  const { values, taken, kept } = decideConfigChange(known.values, after);
  known.values = values;
  const problem =
    kept.length === 0 ? null : `${kept.join(', ')} changed, and counts after: swarm supervisor restart`;
  return { problem, taken };
}
