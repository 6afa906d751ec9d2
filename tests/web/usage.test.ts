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
