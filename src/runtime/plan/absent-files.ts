import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Those of the paths that cannot be found, from the root of the project. */
export async function listAbsentFiles(root: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const absent = await Promise.all(
    paths.map(async (path) => ((await stat(join(root, path)).catch(() => null)) === null ? [path] : [])),
  );
  return new Set(absent.flat());
}
