import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The first file of this name on the PATH that can be run; null when there is none. */
export async function findProgram(path: string, name: string): Promise<string | null> {
  for (const folder of path.split(delimiter).filter((part) => part !== '')) {
    const file = join(folder, name);
    if (await isProgram(file)) return file;
  }
  return null;
}

const isProgram = (file: string): Promise<boolean> =>
  access(file, constants.X_OK)
    .then(() => stat(file))
    .then(
      (found) => found.isFile(),
      () => false,
    );
