// Runs what the sources export, without a build of the whole program.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { root } from './tree.mjs';

/** What `work` makes of a module with these exports: names by the path of the source that has them. */
export async function withBundled(names, work) {
  const draft = mkdtempSync(join(root, 'dist.draft-'));
  try {
    const entry = join(draft, 'entry.ts');
    const lines = Object.entries(names).map(([path, name]) => `export { ${name} } from '../${path}';`);
    writeFileSync(entry, lines.join('\n'));
    const outfile = join(draft, 'bundled.mjs');
    const asked = { bundle: true, platform: 'node', format: 'esm', logLevel: 'warning' };
    await esbuild.build({ absWorkingDir: root, entryPoints: [entry], outfile, ...asked });
    return await work(await import(pathToFileURL(outfile).href));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
