// How soon the page shows what happened, and how long its first paint takes with many sessions.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median, percentile, rounded, spread } from './figures.mjs';
import { openPage, openServer, openWriter, rowOr } from './page-stage.mjs';
import { makeProject, swarm } from './place.mjs';
import { bundleProgram } from './program.mjs';

const CHANGES = 40;
const WARM_UP = 3;
// A page that is told again within a quarter of a second reads a moment later, by design.
const REST_MS = 400;
const MANY = 500;
const PAINTS = 10;

const CHANGE = {
  name: 'page-change',
  what: 'a commit in the store to the change on the page, medians',
  unit: 'ms',
  by: 'value',
  limit: 100,
};
const PAINT = {
  name: 'page-paint',
  what: 'first paint of the overview with 500 sessions against none, medians',
  unit: 'ms',
  by: 'ratio',
  limit: 3,
};

export const measurePage = async (place) => [
  await rowOr(CHANGE, () => measureChange(place)),
  await rowOr(PAINT, () => measurePaint(place)),
];

async function measureChange(place) {
  const project = makeProject(place, 'page-change');
  await swarm(project, 'queue', 'add', 'The first');
  const server = await openServer(project);
  const writer = await openWriter(place, project);
  const { browser, page } = await openPage(server);
  try {
    await page.goto(`${server.origin}/queue`);
    await page.getByText('The first').first().waitFor();
    await page.getByText('Live', { exact: true }).first().waitFor();
    const times = [];
    for (let change = 0; change < CHANGES + WARM_UP; change += 1) {
      await pause(REST_MS);
      times.push(await timeChange(page, writer, `bench-${change}`));
    }
    const counted = times.slice(WARM_UP);
    return {
      ours: median(counted),
      note: `p99 ${rounded(percentile(counted, 0.99))} ms`,
      detail: { ours: spread(counted) },
    };
  } finally {
    writer.close();
    await browser.close();
  }
}

/** The page itself notes when the words are there: both clocks are this machine's. */
async function timeChange(page, writer, words) {
  const shown = page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          if (!document.querySelector(`[data-work="${wanted}"]`)) return;
          seen.disconnect();
          resolve(Date.now());
        };
        const seen = new MutationObserver(look);
        seen.observe(document.body, { childList: true, subtree: true });
      }),
    words,
  );
  const writtenAt = await writer.write({ work: words });
  return (await shown) - writtenAt;
}

async function measurePaint(place) {
  const fill = await bundleProgram(place, 'fill-store.mjs');
  const projects = { none: makeProject(place, 'page-none'), many: makeProject(place, 'page-many') };
  for (const { root } of Object.values(projects)) mkdirSync(join(root, '.swarm'));
  fill.run([join(projects.many.root, '.swarm', 'swarm.db'), String(MANY)]);
  const none = await openPainted(projects.none, '.empty');
  const many = await openPainted(projects.many, '.session-row');
  try {
    const times = { none: [], many: [] };
    for (let paint = 0; paint < PAINTS + 1; paint += 1) {
      times.none.push(await none.paint());
      times.many.push(await many.paint());
    }
    const [floor, ours] = [times.none.slice(1), times.many.slice(1)];
    return { floor: median(floor), ours: median(ours), detail: { floor: spread(floor), ours: spread(ours) } };
  } finally {
    await none.close();
    await many.close();
  }
}

async function openPainted(project, selector) {
  const server = await openServer(project);
  const { browser, page } = await openPage(server);
  await page.addInitScript((wanted) => {
    window.painted = new Promise((resolve) => {
      const look = () => {
        if (!document.querySelector(wanted)) return;
        seen.disconnect();
        requestAnimationFrame(() => resolve(performance.now()));
      };
      const seen = new MutationObserver(look);
      seen.observe(document, { childList: true, subtree: true });
    });
  }, selector);
  return {
    async paint() {
      await page.goto(server.origin);
      return page.evaluate(() => window.painted);
    },
    close: () => browser.close(),
  };
}
