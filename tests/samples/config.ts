import { type Config, toConfig } from '../../src/contract/config.ts';
import { resolveConfig } from '../../src/contract/config-layers.ts';

type Changes = Readonly<{
  [Key in keyof Config]?: Config[Key] extends object ? Partial<Config[Key]> : Config[Key];
}>;

/** The settings as they are by default, with these changes. */
export function aConfig(changes: Changes = {}): Config {
  const config: Config = toConfig(resolveConfig({ env: {}, flags: {} }).values);
  const merged = Object.entries(changes).map(([key, value]) => [key, merge(Reflect.get(config, key), value)]);
  return { ...config, ...Object.fromEntries(merged) };
}

const merge = (before: unknown, after: unknown): unknown =>
  isGroup(before) && isGroup(after) ? { ...before, ...after } : after;

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
