import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers, hasBrowser, launchBrowser, openPage } from './browser.ts';
import { askedOf, serve } from './serve.ts';

let browser: Browser;
beforeAll(async () => {
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(() => browser?.close());

const SCRIPT = '<script>window.ran = 1</script>';

test.skipIf(!hasBrowser)('files of a session open where they stand, and are read only then', async () => {
  const standIn = await serve({
    'session.file': ({ session_id, file }) => ({ session_id, path: file, text: SCRIPT, cut_bytes: 5_000 }),
  });
  const page = await openPage(browser, standIn.url, { path: '/sessions/s1/files' });
  const changed = page.locator('details', { hasText: 'src/cache.ts' });
  const prompt = page.locator('details', { hasText: 'prompt.md' });
  await changed.waitFor();
  await prompt.waitFor();
  expect(askedOf(standIn, 'session.diff')).toEqual([{ session_id: 's1', stat: true }]);
  expect(askedOf(standIn, 'session.file')).toEqual([]);

  await changed.locator('summary').click();
  await changed.locator('.diff-line.come').waitFor();
  expect(askedOf(standIn, 'session.diff')[1]).toEqual({
    session_id: 's1',
    paths: ['src/cache.ts'],
    whole: true,
  });
  // All lines are there, so nothing says which ones are.
  expect(await changed.locator('.diff-line.hunk').count()).toBe(0);

  await prompt.locator('summary').click();
  expect(await prompt.locator('pre').textContent()).toBe(SCRIPT);
  await prompt.getByText('5 kB before this are left out.').waitFor();
  expect(await page.evaluate('window.ran')).toBeUndefined();
  expect(await findBarriers(page)).toEqual([]);
  await prompt.locator('summary').click();
  await prompt.locator('pre').waitFor({ state: 'detached' });
});
