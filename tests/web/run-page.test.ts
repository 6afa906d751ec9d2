import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runStatus } from './answers.ts';
import { findBarriers, hasBrowser, launchBrowser, openPage } from './browser.ts';
import { noteRow, taskRow } from './rows.ts';
import { askedOf, serve } from './serve.ts';

let browser: Browser;
beforeAll(async () => {
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(() => browser?.close());

test.skipIf(!hasBrowser)(
  'a run of a plan shows checks and verifications by task, and its notes',
  async () => {
    const tasks = [
      taskRow('T1', { status: 'verified', criteria: 'green', rounds: 2 }),
      taskRow('T2', {
        status: 'ready_for_verification',
        criteria: 'red',
        is_stale: true,
        waits_for: ['user'],
      }),
    ];
    const standIn = await serve({ 'run.show': () => ({ ...runStatus, tasks }) });
    const page = await openPage(browser, standIn.url, { path: '/runs/run-1' });
    const rowOf = (id: string) => page.getByRole('row', { name: id }).getByRole('cell').allTextContents();
    await page.getByRole('row', { name: 'T1' }).waitFor();
    expect(await rowOf('T1')).toEqual(['T1', 'verified', 'green', '2', 'reviewer', '']);
    expect(await rowOf('T2')).toEqual(['T2', 'verification, inputs changed', 'red', '0', 'reviewer', 'you']);

    await page.getByText('The cache may be shared').waitFor();
    const settled = noteRow('note_001', { status: 'resolved', resolution: 'It is not' });
    standIn.answers['note.list'] = () => ({ notes: [settled] });
    standIn.change('note', 's1.note_001');
    await page.getByText('Settled: It is not').waitFor();
    expect(askedOf(standIn, 'note.list')[0]).toEqual({ name: 'run-1' });
    expect(await findBarriers(page)).toEqual([]);
  },
);

test.skipIf(!hasBrowser)('messages of a run are arrows between lanes, and open to their text', async () => {
  const standIn = await serve();
  const page = await openPage(browser, standIn.url, { path: '/runs/run-1' });
  await page.locator('.sequence li').nth(2).waitFor();
  expect(await page.locator('.lanes.heads text').allTextContents()).toEqual([
    'personperson',
    'designerdesigner',
    'builderbuilder',
    'reviewerreviewer',
  ]);
  expect(await page.locator('.sequence li .head').count()).toBe(3);
  expect(await page.locator('.sequence .lost').count()).toBe(1);
  await page.locator('.sequence summary').nth(1).click();
  await page.locator('.sequence pre').getByText('Text of m2').waitFor();
  expect(await findBarriers(page)).toEqual([]);
});
