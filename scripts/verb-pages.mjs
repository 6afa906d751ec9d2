// Draws docs/JSON.md and schema/verbs/*.json from the verbs of src/app/verbs.ts.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from './draw-schema.mjs';
import { withBundled } from './import-bundled.mjs';
import { root } from './tree.mjs';

const NEEDED = {
  'src/app/schema/show-schema.ts': 'showSchema',
  'src/views/verb-page.ts': 'renderVerbPage',
};

async function drawVerbs({ showSchema, renderVerbPage }) {
  const { value: verbs } = await showSchema({});
  const folder = join(root, 'schema', 'verbs');
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  for (const verb of verbs)
    writeFileSync(join(folder, `${verb.name}.json`), `${JSON.stringify(verb, null, 2)}\n`);
  writeFileSync(join(root, 'docs', 'JSON.md'), renderVerbPage(verbs));
  return format(folder);
}

process.exitCode = await withBundled(NEEDED, drawVerbs);
