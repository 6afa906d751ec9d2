import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runStatus } from './answers.ts';
import { findBarriers, hasBrowser, launchBrowser, openPage } from './browser.ts';
import { checkRow, noteRow, taskRow, verdictRow } from './rows.ts';
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

test.skipIf(!hasBrowser)('each verdict is told with its findings, by task and round', async () => {
  const verifications = [
    verdictRow('T1', {
      verdict: 'changes',
      summary: 'Nearly there.',
      findings: [{ about: 'src/depth.ts', subject: 'file', text: 'Measured once only' }],
    }),
    verdictRow('T1', { round: 2, summary: 'All is there now.' }),
    verdictRow('T2', {
      verdict: 'blocked',
      findings: [{ about: 'All errors are named', subject: 'criterion', text: 'Which errors are meant?' }],
    }),
  ];
  const results = [{ text: 'Tests pass', command: 'npm test', is: 'red', output: '3 failed\n(exit code 1)' }];
  const checks = [checkRow('T2', [{ text: 'Tests pass' }]), checkRow('T2', results, { number: 2 })];
  const standIn = await serve({ 'run.show': () => ({ ...runStatus, verifications, checks }) });
  const page = await openPage(browser, standIn.url, { path: '/runs/run-1' });
  const rounds = page.locator('.folded').filter({ hasText: /round/ });
  await rounds.nth(2).waitFor();
  // What was settled since begins folded.
  expect(await rounds.evaluateAll((all) => all.map((one) => one.hasAttribute('open')))).toEqual([
    false,
    false,
    true,
  ]);
  await rounds.nth(0).locator('summary').click();
  const [first = '', , third = ''] = await rounds.allInnerTexts();
  expect(first).toMatch(/changes\s+T1\s+round 1 · 1 finding · by reviewer · commit 01234567 · /);
  expect(first).toMatch(/Nearly there\.\s+src\/depth\.ts file\s+Measured once only/);
  expect(third).toMatch(/All errors are named criterion\s+Which errors are meant\?/);
  await page.getByText('(exit code 1)').waitFor();
  expect(await page.locator('.folded').filter({ hasText: 'look 2' }).count()).toBe(1);
  expect(await page.locator('.folded').filter({ hasText: 'look 1' }).count()).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
});

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
