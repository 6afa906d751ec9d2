import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSource, type SourceFile } from './source-file.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const NOT_OURS = new Set(['node_modules', 'dist', '.git', '.swarm', 'coverage']);

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !NOT_OURS.has(entry.name) && !entry.name.startsWith('dist.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(path);
      return entry.isFile() ? [relative(root, path)] : [];
    });
}

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Every file of the project, by its path from the root. */
export const paths: readonly string[] = listFiles(root);

/** Every file of code, parsed. */
export const sources: readonly SourceFile[] = paths
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.mts'))
  .map((path) => parseSource(path, readText(path)));
