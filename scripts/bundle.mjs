// How every bundle is made. CommonJS, because Node starts one CommonJS file fastest.
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { splitProgram } from './split.mjs';
import { dist, root } from './tree.mjs';

const draft = join(root, 'dist.draft');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
};

// Modules of Node that most commands do without: to load them all is a sixth of a short command. Where they
// are imported by name, they are loaded when a name is first used.
const LATER = [
  'assert/strict',
  'child_process',
  'crypto',
  'fs/promises',
  'net',
  'os',
  'stream',
  'stream/promises',
  'timers/promises',
  'zlib',
];
const LATER_IMPORT = new RegExp(`=require\\("(node:(?:${LATER.join('|')}))"\\)`, 'g');

// SQLite's JavaScript goes into the bundle: to search for it and for its machine code is a tenth of a short
// command. Where the machine code is not at its usual place, the package's own way to find it is taken. Both
// must be of the same version, so package.json names one exactly.
const SQLITE = '@photostructure/sqlite';
const MACHINE_CODE = `
  const { dirname, join } = require('node:path');
  const prebuilds = join(__dirname, '..', 'node_modules', '${SQLITE}', 'prebuilds');
  const name = join(prebuilds, process.platform + '-' + process.arch, '${SQLITE.replace('/', '+')}');
  const tryLoad = (libc) => {
    try {
      return require(name + '.' + libc + '.node');
    } catch {
      return undefined;
    }
  };
  const search = () => {
    const load = require('node:module').createRequire(__filename);
    const entry = load.resolve('${SQLITE}');
    return require('node:module').createRequire(entry)('node-gyp-build')(join(dirname(entry), '..'));
  };
  module.exports = () => tryLoad('glibc') ?? tryLoad('musl') ?? search();
`;
const sqlite = {
  name: 'sqlite',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node-gyp-build$/ }, () => ({ path: 'machine-code', namespace: 'sqlite' }));
    onLoad({ filter: /^machine-code$/, namespace: 'sqlite' }, () => ({ contents: MACHINE_CODE }));
  },
};

// Its patterns of emoji cost more to set up than a whole command, and most texts need none of them.
const WIDTHS = `
  let it;
  module.exports = (text) => (it ??= require('string-width').default)(text);
`;
const widths = {
  name: 'widths',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^string-width$/ }, ({ namespace }) =>
      namespace === 'lazy' ? undefined : { path: 'string-width', namespace: 'lazy' },
    );
    onLoad({ filter: /^string-width$/, namespace: 'lazy' }, () => ({ contents: WIDTHS, resolveDir: root }));
  },
};

// A CommonJS file has no import.meta, so the source's uses of it become these.
const cjs = {
  format: 'cjs',
  // A script that begins from V8's record of its compiling has lost the callback that import() needs.
  supported: { 'dynamic-import': false },
  external: ['pg', 'pg-native', 'ajv', 'croner', 'nodemailer', 'tar'],
  plugins: [sqlite, widths],
  banner: {
    js: [
      '#!/usr/bin/env node',
      'const __importMetaUrl = "file://" + __filename;',
      'const __later = (name, it) => new Proxy({}, { get: (_, key) => (it ??= require(name))[key] });',
    ].join('\n'),
  },
  define: {
    __SWARM_VERSION__: JSON.stringify(version),
    // Asked for by SQLite's JavaScript alone, for the search that is replaced above.
    'import.meta.url': '__importMetaUrl',
    'import.meta.filename': '__filename',
    'import.meta.dirname': '__dirname',
  },
};

// Programs of others run it: what it throws must be read beside the line that threw it.
const esm = {
  format: 'esm',
  minifyWhitespace: false,
  packages: 'external',
  define: { __SWARM_VERSION__: JSON.stringify(version) },
};

/**
 * Bundles each `{ from, to }` into dist/; with `more`, what the `often` modules do without goes there. Each
 * file is renamed into place: a process that starts meanwhile reads the old one or the new one. The caller
 * holds the tree's lock.
 */
export async function bundleAll(bundles) {
  mkdirSync(dist, { recursive: true });
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  try {
    await Promise.all(bundles.map(bundleOne));
    for (const name of readdirSync(draft)) renameSync(join(draft, name), join(dist, name));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function bundleOne({ from, to, more, often }) {
  const isModule = to.endsWith('.js');
  const options = { ...common, ...(isModule ? esm : cjs), entryPoints: [from] };
  if (isModule) return void (await esbuild.build({ ...options, outfile: join(draft, to) }));
  if (!more) return writeProgram(to, await bundleText(options));
  const [first, second] = await splitProgram(options, often);
  writeProgram(to, asFunction(first));
  writeProgram(more, asFunction(second));
}

async function bundleText(options) {
  const { outputFiles } = await esbuild.build({ ...options, write: false });
  return outputFiles[0].text;
}

function writeProgram(name, bundled) {
  const text = bundled.replaceAll(LATER_IMPORT, '=__later("$1")');
  refuseLetters(name, text);
  writeFileSync(join(draft, name), text, { mode: 0o755 });
  chmodSync(join(draft, name), 0o755);
}

// What Node makes of a module before it runs it. The loader of the command would have to copy all of it.
const asFunction = (text) =>
  `(function (exports, require, module, __filename, __dirname) {${text.replace(/^#!/, '//')}\n})`;

// A letter beyond ASCII doubles the memory of the whole text and slows every start; the loader counts on it.
// esbuild writes such letters as numbers in strings, but leaves those in regular expressions.
function refuseLetters(name, text) {
  const place = text.search(/[\u0080-\uffff]/);
  if (place < 0) return;
  const around = JSON.stringify(text.slice(Math.max(0, place - 60), place + 20));
  throw new Error(`${name} holds a letter beyond ASCII; write it as a number: ${around}`);
}
