import { isDriver } from '../../domain/git/command-keys.ts';
import type { Runnable } from '../../domain/trust/runnable.ts';
import { observeCommandKeys } from '../workspace/command-keys.ts';
import type { Git } from '../workspace/git.ts';

/**
 * Programs that git would run on the files of the repository, by its own configuration. A clone brings none;
 * a folder that was unpacked or copied may.
 */
export async function listGitDrivers(git: Git, root: string): Promise<readonly Runnable[]> {
  const keys = await observeCommandKeys(git.run, { in: root });
  return keys
    .filter(isDriver)
    .map(({ key, value }) => ({ by: 'cli', file: '.git/config', what: `run by git, ${key}`, text: value }));
}
