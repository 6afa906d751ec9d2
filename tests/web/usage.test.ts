import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasBrowser, launchBrowser, openPage } from './browser.ts';
import { usageOf } from './rows.ts';
import { serve } from './serve.ts';

let browser: Browser;
beforeAll(async () => {
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(() => browser?.close());

test.skipIf(!hasBrowser)('the cost of each persona is a chart too, the dearest first', async () => {
  const standIn = await serve({ 'usage.list': ({ by }) => usageOf(String(by), ['cheap', 'dear']) });
  const page = await openPage(browser, standIn.url, { path: '/usage' });
  const chart = page.getByRole('img', { name: 'Cost by persona' });
  await chart.waitFor();
  expect(await chart.locator('text').allTextContents()).toEqual(['dear', '$0.80', 'cheap', '$0.40']);
});

test.skipIf(!hasBrowser)('the letters of the chart by day are as large on a phone as elsewhere', async () => {
  const days = Array.from({ length: 30 }, (_, index) => `2026-01-${String(index + 1).padStart(2, '0')}`);
  const standIn = await serve({ 'usage.list': ({ by }) => usageOf(String(by), days) });
  const page = await openPage(browser, standIn.url, { path: '/usage', isPhone: true });
  const label = page.getByRole('img', { name: 'Cost by day' }).locator('text');
  await label.first().waitFor();
  const boxes = await Promise.all((await label.all()).map((one) => one.boundingBox()));
  // 11 pixels, with the room above and below.
  expect(Math.min(...boxes.map((box) => box?.height ?? 0))).toBeGreaterThan(11);
  for (const [index, box] of boxes.slice(1).entries())
    expect(box?.x).toBeGreaterThan((boxes[index]?.x ?? 0) + (boxes[index]?.width ?? 0));
});
