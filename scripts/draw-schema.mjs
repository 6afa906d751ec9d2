import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBundled } from './import-bundled.mjs';
import { root } from './tree.mjs';

/** Writes what `render` of the module `entry` gives to a file in schema/; the exit code of the formatter. */
export const drawSchema = ({ entry, render, file }) =>
  withBundled({ [entry]: render }, (module) => {
    mkdirSync(join(root, 'schema'), { recursive: true });
    const path = join(root, 'schema', file);
    writeFileSync(path, module[render]());
    return format(path);
  });

/** The exit code of the formatter. */
export function format(path) {
  const biome = join(root, 'node_modules', '.bin', 'biome');
  return spawnSync(biome, ['format', '--write', path], { cwd: root, stdio: 'inherit' }).status ?? 1;
}
