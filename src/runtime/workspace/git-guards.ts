import { type ConfigEntry, listOverrides } from '../../domain/git/command-keys.ts';
import type { GitCall } from './git.ts';

/** Commands that read neither files of a folder nor differences, and so run no driver. */
const PLAIN: ReadonlySet<string> = new Set([
  'cat-file',
  // Looks at names alone.
  'clean',
  'commit-tree',
  'config',
  'for-each-ref',
  'hash-object',
  'index-pack',
  'init',
  'ls-tree',
  'merge-base',
  'pack-objects',
  'read-tree',
  'rev-list',
  'rev-parse',
  'show-ref',
  'symbolic-ref',
  'update-ref',
  'version',
  // Ours are added without their files.
  'worktree',
]);

export const isPlain = ([command = '', ...rest]: readonly string[]): boolean =>
  command === 'ls-files' ? !rest.includes('--modified') : PLAIN.has(command) && !writesFiles(command, rest);

// What is checked out goes through the drivers that its attributes name.
const writesFiles = (command: string, rest: readonly string[]): boolean =>
  command === 'read-tree' && rest.includes('-u');

/** Looks into a submodule would be a git of its own, with the configuration that lies there. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  status: ['--ignore-submodules=dirty'],
  diff: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'],
  'diff-tree': ['--no-ext-diff', '--no-textconv'],
  show: ['--no-ext-diff', '--no-textconv'],
};

export const withoutHelpers = ([command = '', ...rest]: readonly string[]): readonly string[] => [
  command,
  ...(FLAGS[command] ?? []),
  ...rest,
];

/**
 * The call with every driver switched off that the repository's own configuration names and the person has
 * not accepted. Names of drivers are free, so they have to be looked up first.
 */
export function withoutDrivers(
  call: GitCall,
  keys: readonly ConfigEntry[],
  accepted: readonly ConfigEntry[],
): GitCall {
  const overrides = listOverrides(keys, accepted);
  if (overrides.length === 0) return call;
  // A word of the command line ends a name at its first "=": such names go by the environment.
  const [named, plain] = [overrides.filter(hasEquals), overrides.filter((one) => !hasEquals(one))];
  const settings = [...(call.settings ?? []), ...plain.map(({ key, value }) => `${key}=${value}`)];
  return { ...call, settings, env: { ...call.env, ...environmentOf(named) } };
}

const hasEquals = ({ key }: ConfigEntry): boolean => key.includes('=');

const environmentOf = (entries: readonly ConfigEntry[]): Record<string, string> =>
  Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(entries.length)],
    ...entries.flatMap(({ key, value }, index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ]);
