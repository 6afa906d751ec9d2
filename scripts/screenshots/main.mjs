// Draws the pictures in docs/images: the real page over a project at work. Run it after `npm run build`.
//   node scripts/screenshots/main.mjs [folder]
import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { clearPlace, makePlace, swarm } from '../bench/place.mjs';
import { findBrowser } from '../system-packages.mjs';
import { root as tree } from '../tree.mjs';
import { buildScene } from './project.mjs';

const SIZE = { width: 1200, height: 760 };
const MOST_BYTES = 150_000;
const PATIENCE_MS = 120_000;

/** Each picture: its address, what must be there before it is taken, and how it looks. */
const picturesOf = ({ sessions, plan }) => ({
  overview: { path: '/', ready: '.group.review, .group.done', look: 'light' },
  session: { path: `/sessions/${sessions[0]}/diff`, ready: '.diff-line', look: 'dark' },
  plan: { path: `/runs/${plan}`, ready: '.node.working', look: 'light' },
});

async function main() {
  const folder = resolve(process.argv[2] ?? join(tree, 'docs/images'));
  mkdirSync(folder, { recursive: true });
  const place = makePlace();
  try {
    const scene = await buildScene(place);
    const { url } = JSON.parse(await swarm(scene.project, 'dashboard', '--no-open', '--json'));
    await draw(url, picturesOf(scene), folder);
    await swarm(scene.project, 'dashboard', 'stop');
  } finally {
    await clearPlace(place);
  }
}

async function draw(url, pictures, folder) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  const context = await browser.newContext({ viewport: SIZE });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(url);
  for (const [name, { path, ready, look }] of Object.entries(pictures)) {
    await page.emulateMedia({ colorScheme: look });
    await page.goto(new URL(path, url).href);
    await page.locator(ready).first().waitFor();
    await page.evaluate('document.fonts.ready');
    const file = join(folder, `${name}.png`);
    await page.screenshot({ path: file });
    const { size } = statSync(file);
    process.stdout.write(`${file}: ${size} bytes\n`);
    if (size > MOST_BYTES) throw new Error(`${name}.png is larger than ${MOST_BYTES} bytes`);
  }
  await browser.close();
}

await main();
