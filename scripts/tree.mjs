// Where things are in the tree, and whether what was made from it is still true.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const dist = join(root, 'dist');
export const stamp = join(dist, 'stamp');

// The same list as in ./swarm.
const BUILD_INPUTS = [
  'src',
  'agents',
  'web',
  'scripts/build.mjs',
  'scripts/bundle.mjs',
  'scripts/bundle-page.mjs',
  'scripts/split.mjs',
  'scripts/declare.mjs',
  'package-lock.json',
  'package.json',
];

/** Whether dist/ was built after the last change of whatever it is built from. */
export function isBuilt() {
  if (!existsSync(stamp)) return false;
  const builtAt = statSync(stamp).mtimeMs;
  return BUILD_INPUTS.map((input) => join(root, input))
    .filter((path) => existsSync(path))
    .every((path) => newestMs(path) <= builtAt);
}

function newestMs(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return path.endsWith('.test.ts') ? 0 : stats.mtimeMs;
  const inside = readdirSync(path).map((name) => newestMs(join(path, name)));
  return Math.max(stats.mtimeMs, ...inside);
}

/** Whether node_modules holds what a lock file asks for. By versions, since times change on checkout. */
export function isInstalled(folder = root) {
  const hidden = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = packagesOf(join(folder, 'package-lock.json'));
  const present = packagesOf(hidden);
  const same = ([path, { version }]) => present[path]?.version === version;
  // Optional packages of other platforms are in the lock but not on the disk.
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && !(entry.optional && !present[path]))
    .every(same);
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
