// Draws docs/JSON.md and schema/verbs/*.json from the verbs of src/app/verbs.ts.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { root } from './tree.mjs';

const draft = mkdtempSync(join(root, 'dist.draft-'));
try {
  const entry = join(draft, 'entry.ts');
  const exported = [
    "export { showSchema } from '../src/app/schema/show-schema.ts';",
    "export { renderVerbPage } from '../src/views/verb-page.ts';",
  ];
  writeFileSync(entry, exported.join('\n'));
  const bundle = join(draft, 'verbs.mjs');
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  const { showSchema, renderVerbPage } = await import(pathToFileURL(bundle).href);
  const { value: verbs } = await showSchema({});
  const folder = join(root, 'schema', 'verbs');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  for (const verb of verbs)
    writeFileSync(join(folder, `${verb.name}.json`), `${JSON.stringify(verb, null, 2)}\n`);
  writeFileSync(join(root, 'docs', 'JSON.md'), renderVerbPage(verbs));
  const biome = join(root, 'node_modules', '.bin', 'biome');
  process.exitCode =
    spawnSync(biome, ['format', '--write', folder], { cwd: root, stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(draft, { recursive: true, force: true });
}
