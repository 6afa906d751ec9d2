// A program as many parts in two files. A part is a function that runs when it is first needed, so a command
// costs by what it uses: of a part that did not run, V8's record of the compiling holds next to nothing. What
// is needed often is in the first file; the second is read when another part is needed.
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { dist } from './tree.mjs';

const loader = (build) => `
const __parts = [];
const __loaded = [];
const __part = (number) => __loaded[number] ?? __run(number, { exports: {} });
const __run = (number, module) => {
  if (!__parts[number]) __more({ __parts, __part, build: '${build}' });
  __parts[number](module);
  return (__loaded[number] = module.exports);
};
const __more = module.loadMore;`;

const moreLoader = (build) => `
const { __parts, __part } = module.given;
if (module.given.build !== '${build}') throw new Error('Swarm was built anew meanwhile; run it again');`;

const IMPORT = /import\{([^}]*)\}from"(\.\/[\w-]+\.js)";/g;
// esbuild keeps the order of what modules do when they begin. Ours only define (package.json says so), so a
// part of which nothing is named is not needed.
const IMPORT_NOTHING = /import"\.\/[\w-]+\.js";/g;
const IMPORT_LATER = /import\("(\.\/[\w-]+\.js)"\)/g;
const EXPORT = /export\{([^}]*)\};\s*$/;
const EXPORT_DEFAULT = /export default ([\w$]+\(\));\s*$/;

/**
 * The texts of two CommonJS files. The first exports what the entry does; the second has the parts that
 * neither the entry nor one of the `often` modules needs from its beginning.
 */
export async function splitProgram({ banner, supported, entryPoints, ...options }, often) {
  const outputs = await writeParts({ ...options, entryPoints });
  const numbers = new Map(outputs.map(({ name }, number) => [name, number]));
  const numberOf = (entry) => {
    const number = outputs.findIndex((output) => output.entry === entry);
    if (number < 0) throw new Error(`${entry} is no part: nothing imports it by import()`);
    return number;
  };
  const imports = outputs.map(({ text }) => listImports(text, numbers));
  reach(imports, [...imports.keys()]);
  const first = reach(imports, [...entryPoints, ...often].map(numberOf));
  const parts = await Promise.all(outputs.map(({ text }) => asPart(text, { numbers, supported })));
  const lines = parts.map((part, number) => `__parts[${number}]=(module)=>{${part}};`);
  const build = createHash('sha256').update(lines.join('')).digest('hex').slice(0, 16);
  const start = `module.exports=__part(${numberOf(entryPoints[0])});`;
  return [
    [banner.js, loader(build), ...lines.filter((_, number) => first.has(number)), start].join('\n'),
    [banner.js, moreLoader(build), ...lines.filter((_, number) => !first.has(number))].join('\n'),
  ];
}

/** What esbuild makes of the program, with the module that each part is the beginning of. */
async function writeParts(options) {
  const asked = { format: 'esm', splitting: true, minifyIdentifiers: true, write: false, metafile: true };
  const { outputFiles, metafile } = await esbuild.build({
    ...options,
    ...asked,
    outdir: join(dist, 'parts'),
  });
  const made = Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output.entryPoint]);
  const entries = new Map(made);
  return outputFiles.map(({ path, text }) => ({
    name: `./${basename(path)}`,
    entry: entries.get(basename(path)),
    text,
  }));
}

const listImports = (text, numbers) => [...text.matchAll(IMPORT)].map(([, , name]) => numbers.get(name));

/**
 * The parts that these need. A part is given values, not bindings: that is the same unless parts need each
 * other in a circle, or an export is assigned to later; the sources have no `export let`.
 */
function reach(imports, starts) {
  const reached = new Set();
  const visit = (number, above) => {
    if (above.includes(number)) throw new Error(`parts ${[...above, number].join(', ')} import each other`);
    if (reached.has(number)) return;
    for (const next of imports[number]) visit(next, [...above, number]);
    reached.add(number);
  };
  for (const number of starts) visit(number, []);
  return reached;
}

// Imports of parts become calls here. What is left, imports of Node and of packages, esbuild turns.
async function asPart(text, { numbers, supported }) {
  const call = (name) => `__part(${numbers.get(name)})`;
  const linked = text
    .replaceAll(IMPORT_NOTHING, '')
    .replaceAll(IMPORT, (_, names, name) => `const{${names.replaceAll(' as ', ':')}}=${call(name)};`)
    .replaceAll(IMPORT_LATER, (_, name) => `Promise.resolve().then(()=>${call(name)})`)
    .replace(EXPORT, (_, names) => `module.exports={${names.split(',').map(asProperty).join(',')}};`)
    .replace(EXPORT_DEFAULT, 'module.exports={default:$1};');
  const minify = { minifyWhitespace: true, minifySyntax: true };
  const { code } = await esbuild.transform(linked, { format: 'cjs', target: 'node20', supported, ...minify });
  return code.trimEnd();
}

function asProperty(name) {
  const [inside, outside = inside] = name.split(' as ');
  return `${outside}:${inside}`;
}
