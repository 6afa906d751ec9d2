// The types of the library, for programs that import it: dist/types/index.d.ts and what it names.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { dist, root } from './tree.mjs';

const draft = join(root, 'dist.types');
const NAMED = /(?<=from ')(\.{1,2}\/[^']+)\.ts(?=')/g;

/** The caller holds the tree's lock. */
export async function declareLibrary() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const out = join(draft, 'all');
  rmSync(draft, { recursive: true, force: true });
  try {
    const words = [tsc, '-p', join(root, 'tsconfig.library.json'), '--outDir', out];
    await promisify(execFile)(process.execPath, words, { cwd: root });
    for (const path of listNamed(out, 'index')) copy(join(out, `${path}.d.ts`), `${path}.d.ts`);
    rmSync(join(dist, 'types'), { recursive: true, force: true });
    renameSync(join(draft, 'types'), join(dist, 'types'));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function listNamed(out, first) {
  const found = [first];
  // Grows while it is walked through.
  for (const path of found) {
    const text = readFileSync(join(out, `${path}.d.ts`), 'utf8');
    const named = [...text.matchAll(NAMED)].map(([, way]) => posix.join(posix.dirname(path), way));
    found.push(...new Set(named.filter((one) => !found.includes(one))));
  }
  return found;
}

// Readers have no sources, and import from a declaration as from the module that it declares.
function copy(from, path) {
  const to = join(draft, 'types', path);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, readFileSync(from, 'utf8').replaceAll(NAMED, '$1.js'));
}
