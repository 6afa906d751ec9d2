import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../../..');

/** Real child processes need JavaScript: bundles one script of the tests into `folder`. */
export async function bundleScript(script: string, folder: string): Promise<string> {
  const outfile = join(folder, 'script.cjs');
  await build({
    entryPoints: [script],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['@photostructure/sqlite'],
    logLevel: 'error',
  });
  return outfile;
}

/** An environment in which a bundle outside the tree finds the packages of the tree. */
export const scriptEnv = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_PATH: join(root, 'node_modules'),
  ...more,
});
