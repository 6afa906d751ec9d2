import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Whether the file system takes names that differ in case for one: its own folder is looked at twice. */
export function observeCaseRule(swarmDir: string): Readonly<{ ignoreCase: boolean }> {
  const other = join(dirname(swarmDir), basename(swarmDir).toUpperCase());
  const [one, two] = [swarmDir, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return { ignoreCase: one !== undefined && two !== undefined && one.ino === two.ino && one.dev === two.dev };
}
