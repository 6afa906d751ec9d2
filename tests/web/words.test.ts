import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { event } from './answers.ts';
import { hasBrowser, launchBrowser, openPage } from './browser.ts';
import { hitRow, overviewOf, sessionRow } from './rows.ts';
import { serve } from './serve.ts';

let browser: Browser;
beforeAll(async () => {
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(() => browser?.close());

test.skipIf(!hasBrowser)('events are told in words: of a session, of a run, and among hits', async () => {
  const standIn = await serve({
    'event.list': () => ({ events: [event(1), event(2, { event: 'gone', to_state: 'failed' })] }),
    'project.search': () => ({
      hits: [hitRow('7', { kind: 'journal', title: 'run-synthesised' })],
      more: [],
    }),
  });
  const page = await openPage(browser, standIn.url, { path: '/sessions/s1/journal' });
  const cell = page.getByRole('cell', { name: 'ended: failed', exact: true });
  await cell.waitFor();
  await page.goto(`${standIn.url}/runs/run-1`);
  await cell.waitFor();
  expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toContain(': ended: failed');
  await page.goto(`${standIn.url}/search/lock`);
  await page.locator('.lines strong').getByText('run ended', { exact: true }).waitFor();
});

test.skipIf(!hasBrowser)('the row of a session that failed says in words why', async () => {
  const failed = { state: 'failed', status: 'FAILED', reason: 'exit-code' };
  const sessions = [
    sessionRow('s1', { ...failed, status_reason: 'exit 3: no such model' }),
    sessionRow('s2', failed),
  ];
  const standIn = await serve({ 'session.overview': () => overviewOf([{ group: 'review', sessions }]) });
  const page = await openPage(browser, standIn.url);
  await page.locator('.session-row').nth(1).waitFor();
  expect(await page.locator('.told').allTextContents()).toEqual(['exit 3: no such model', 'exit-code']);
});
