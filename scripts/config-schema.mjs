// Draws schema/swarm.config.schema.json from the table of settings in src/contract/config.ts.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { root } from './tree.mjs';

const draft = mkdtempSync(join(root, 'dist.draft-'));
try {
  const bundle = join(draft, 'config-schema.mjs');
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['src/contract/config-schema.ts'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  const { renderConfigSchema } = await import(pathToFileURL(bundle).href);
  mkdirSync(join(root, 'schema'), { recursive: true });
  const file = join(root, 'schema', 'swarm.config.schema.json');
  writeFileSync(file, renderConfigSchema());
  const biome = join(root, 'node_modules', '.bin', 'biome');
  process.exitCode =
    spawnSync(biome, ['format', '--write', file], { cwd: root, stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(draft, { recursive: true, force: true });
}
