import { needsTrust, SETTING_KEYS, type SettingKey, type SettingValues } from './config.ts';

/** What becomes of settings that changed while a supervisor runs. */
export type ConfigChange = Readonly<{
  /** What it goes by from now on. */
  values: SettingValues;
  taken: readonly SettingKey[];
  /** Counts only after a restart. */
  kept: readonly SettingKey[];
}>;

/**
 * An agent may write to the file too: what names a command or a place is taken in by a person's restart
 * alone.
 */
export function decideConfigChange(before: SettingValues, after: SettingValues): ConfigChange {
  const changed = SETTING_KEYS.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const kept = changed.filter(needsTrust);
  const held = Object.fromEntries(kept.map((key) => [key, before[key]]));
  return {
    values: { ...after, ...held },
    taken: changed.filter((key) => !needsTrust(key)),
    kept,
  };
}
