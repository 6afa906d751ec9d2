// Bundles the dashboard's page from web/ into dist/web/: static files, and nothing from elsewhere.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { dist, root } from './tree.mjs';

const source = join(root, 'web');
const draft = join(root, 'dist.page');
const target = join(dist, 'web');

/** The caller holds the tree's lock. */
export async function bundlePage() {
  if (!existsSync(source)) return;
  try {
    await build(optionsOf(draft));
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

const optionsOf = (outDir) => ({
  root: source,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    // Browsers that know light-dark(), which the colours are written with.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: URL would be an image or a font that the page's policy does not admit.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
  },
});
