// Programs of the bench that use Swarm's own modules: bundled, so that they start like Swarm does.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../tree.mjs';

const LIMIT_MS = 120_000;

// A module that asks where it lies is told the place of its source, not that of the bundle.
const atSource = {
  name: 'at-source',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const here = JSON.stringify(dirname(path));
      return { loader: 'ts', contents: text.replaceAll('import.meta.dirname', here) };
    });
  },
};

/** Bundles a file of this folder. Packages stay outside and are found through NODE_PATH. */
export async function bundleProgram({ base, env }, name) {
  const file = join(base, name.replace(/\.m?[jt]s$/, '.cjs'));
  await esbuild.build({
    entryPoints: [join(import.meta.dirname, name)],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    packages: 'external',
    plugins: [atSource],
    logLevel: 'warning',
  });
  const its = { ...env, NODE_PATH: join(root, 'node_modules') };
  return {
    file,
    env: its,
    run(words) {
      const { status, stderr, stdout } = spawnSync(process.execPath, [file, ...words], {
        env: its,
        encoding: 'utf8',
        timeout: LIMIT_MS,
      });
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
      return stdout;
    },
  };
}
