// How every bundle is made. CommonJS, because Node starts one CommonJS file fastest.
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { dist, root } from './tree.mjs';

const draft = join(root, 'dist.draft');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  external: ['@photostructure/sqlite', 'pg', 'pg-native'],
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
};

// A CommonJS file has no import.meta, so the source's uses of it become these.
const cjs = {
  format: 'cjs',
  banner: {
    js: [
      '#!/usr/bin/env node',
      'const __importMetaUrl = require("node:url").pathToFileURL(__filename).href;',
      'const __later = (name, it) => new Proxy({}, { get: (_, key) => (it ??= require(name))[key] });',
      'const __beside = (name, file) => {',
      '  try { return require(__dirname + "/../node_modules/" + name + "/" + file); }',
      '  catch { return require(name); }',
      '};',
    ].join('\n'),
  },
  define: {
    __SWARM_VERSION__: JSON.stringify(version),
    'import.meta.url': '__importMetaUrl',
    'import.meta.filename': '__filename',
    'import.meta.dirname': '__dirname',
  },
};

// Modules of Node that most commands do without: to load them all is a sixth of a short command. Where they are
// imported by name, they are loaded when a name is first used.
const LATER = ['assert/strict', 'child_process', 'crypto', 'net', 'os', 'stream', 'stream/promises', 'zlib'];
const LATER_IMPORT = new RegExp(`=require\\("(node:(?:${LATER.join('|')}))"\\)`, 'g');

// Looked for as a file in our own node_modules first: Node's search through its exports takes milliseconds.
const BESIDE = { '@photostructure/sqlite': 'dist/index.cjs' };

const esm = {
  format: 'esm',
  packages: 'external',
  define: { __SWARM_VERSION__: JSON.stringify(version) },
};

/**
 * Bundles each `{ from, to }` into dist/. Every file is renamed into place whole, so that whoever starts it
 * meanwhile reads the old one or the new one. The caller holds the tree's lock.
 */
export async function bundleAll(bundles) {
  mkdirSync(dist, { recursive: true });
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  try {
    await Promise.all(bundles.map(({ from, to }) => bundleOne(from, join(draft, to))));
    for (const { to } of bundles) renameSync(join(draft, to), join(dist, to));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function bundleOne(from, outfile) {
  const format = basename(outfile).endsWith('.cjs') ? cjs : esm;
  await esbuild.build({ ...common, ...format, entryPoints: [from], outfile });
  if (format !== cjs) return;
  let text = readFileSync(outfile, 'utf8').replaceAll(LATER_IMPORT, '=__later("$1")');
  for (const [name, file] of Object.entries(BESIDE)) {
    text = text.replaceAll(`require("${name}")`, `__beside("${name}","${file}")`);
  }
  writeFileSync(outfile, text, { mode: 0o755 });
  chmodSync(outfile, 0o755);
}
