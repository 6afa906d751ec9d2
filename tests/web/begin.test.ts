import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startDashboard } from '../e2e/dashboard-client.ts';
import { makePlanned, planOf } from '../e2e/plans.ts';
import { makeProject, type TestProject } from '../e2e/project.ts';
import { hasBrowser, launchBrowser, openPage, PATIENCE_MS } from './browser.ts';
import { serve } from './serve.ts';

let browser: Browser;
beforeAll(async () => {
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** The dialog of what to begin, opened on the overview. */
async function beginOn(project: TestProject, kind: string): Promise<Page> {
  const page = await openPage(browser, (await startDashboard(project)).url);
  await page.locator('main').getByText('No sessions yet.').waitFor();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: kind, exact: true }).click();
  return page;
}

const arriveAt = (page: Page, part: RegExp): Promise<void> =>
  vi.waitFor(() => expect(page.url()).toMatch(part), { timeout: PATIENCE_MS });

test.skipIf(!hasBrowser)('a session that is started on the overview begins, and its page opens', async () => {
  const project = await makeProject();
  const page = await beginOn(project, 'Session');
  const task = '# Greet\n\n```rehearsal\n- say: hello from the page\n- done: greeted\n```\n';
  await page.getByRole('textbox', { name: 'Task', exact: true }).fill(task);
  await page.getByLabel('Title').fill('Greet them');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await arriveAt(page, /\/sessions\/.+/);
  await page.getByRole('heading', { name: 'Greet them' }).waitFor();
  await page.locator('.transcript .said').getByText('hello from the page').waitFor();
  await page.locator('.facts').getByText('completed').waitFor();
});

test.skipIf(!hasBrowser)('nothing can be begun before it is known what there is to begin', async () => {
  const standIn = await serve({ 'persona.list': () => undefined, 'plan.list': () => undefined });
  const page = await openPage(browser, standIn.url);
  await page.locator('.session-row').first().waitFor();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('alert').waitFor();
  expect(await dialog.getByRole('button', { name: 'Start' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Plan', exact: true }).click();
  await dialog.getByText('plan.list has no answer here').waitFor();
  expect(await dialog.getByText('No plan of this project can be run').count()).toBe(0);
});

test.skipIf(!hasBrowser)(
  'a workflow that is started on the overview begins with its first role',
  async () => {
    const project = await makeProject();
    const page = await beginOn(project, 'Workflow');
    await page.getByLabel('Workflow').selectOption('research');
    await page.getByLabel('Goal').fill('Find out why the sky is blue');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await arriveAt(page, /\/runs\/.+/);
    await page.getByRole('heading', { name: 'Find out why the sky is blue' }).waitFor();
    await page.locator('.node.working, .node.completed').first().waitFor();
    await page.locator('.run-row').first().waitFor();
  },
);

test.skipIf(!hasBrowser)('a plan that is run from the overview begins with its first task', async () => {
  const plan = planOf([{ slug: 'depth', role: 'measurer', writes: 'depth.txt' }]);
  const idle = '#!/bin/sh\nexec sleep 600\n';
  const project = await makePlanned(plan, { developer: idle, verifier: idle });
  expect((await project.swarm('plan', 'approve', 'well', '--yes')).stderr).toBe('');
  const page = await beginOn(project, 'Plan');
  await page.getByLabel('Plan').selectOption('well');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await arriveAt(page, /\/runs\/.+/);
  await page.getByRole('row', { name: /depth/ }).getByText('working').waitFor();
  await page.locator('.node.working').waitFor();
});
