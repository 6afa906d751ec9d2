import { join } from 'node:path';
import type { Config } from '../../contract/config.ts';
import { CONFIG_FILE, toConfig } from '../../contract/config.ts';
import { type ResolvedConfig, resolveConfig } from '../../contract/config-layers.ts';
import { UsageError } from '../../contract/usage-error.ts';
import { Fault } from '../../domain/fault.ts';
import { readOwn } from '../agent-files/read-plain.ts';

export type LoadedConfig = Readonly<{
  config: Config;
  /** Every setting with its value and where it comes from, for `config show`. */
  resolved: ResolvedConfig;
  /** The file that was read; null when the project has none. */
  file: string | null;
  warnings: readonly string[];
}>;

export type ConfigSources = Readonly<{
  root: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Setting key to text, as `--set limits.sessions=3` gives it. */
  flags?: Readonly<Record<string, string>>;
}>;

const MAX_BYTES = 1_048_576;

/** Reads the file, then the environment, then flags. A mistake is a usage error that names its line. */
export async function loadConfig({ root, env, flags = {} }: ConfigSources): Promise<LoadedConfig> {
  const file = join(root, CONFIG_FILE);
  const text = readText(file);
  const parsed = text === undefined ? undefined : await parseFile(text);
  const resolved = resolveConfig({ ...(parsed === undefined ? {} : { file: parsed }), env, flags });
  return {
    config: toConfig(resolved.values),
    resolved,
    file: text === undefined ? null : file,
    warnings: resolved.warnings,
  };
}

async function parseFile(text: string): Promise<Parameters<typeof resolveConfig>[0]['file']> {
  const { parseJsonText } = await import('./json-text.ts');
  const read = parseJsonText(text.replace(/^\uFEFF/, ''));
  if (read.ok) return read.json;
  const { problem, line, column } = read.problem;
  throw new UsageError(`${CONFIG_FILE}: not valid JSON at line ${line}, column ${column}: ${problem}`, {
    file: CONFIG_FILE,
    line,
    hint: `Fix line ${line} of ${CONFIG_FILE}`,
  });
}

// Every command reads it first; loading node:fs/promises would take longer than the read.
function readText(file: string): string | undefined {
  const read = readOwn(file, MAX_BYTES);
  if (read === null) return undefined;
  if ('problem' in read) {
    throw new Fault('config-unreadable', `${file} ${read.problem}`, {
      hint: 'It must be a plain file that you may read; move it away to go on without one',
    });
  }
  if (read.text !== null) return read.text;
  throw new UsageError(`${CONFIG_FILE} is larger than ${MAX_BYTES} bytes`, { file: CONFIG_FILE });
}
