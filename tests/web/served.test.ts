import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startDashboard } from '../e2e/dashboard-client.ts';
import { openAttempt } from '../e2e/mcp-client.ts';
import { create, makeProject, supervisorPid } from '../e2e/project.ts';
import { hasBrowser, launchBrowser, openPage, PATIENCE_MS } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(() => browser?.close());

test.skipIf(!hasBrowser)(
  'a session shows as it begins, asks and ends, also past a killed supervisor',
  async () => {
    const project = await makeProject();
    const page = await openPage(browser, (await startDashboard(project)).url);
    await page.getByText('No sessions yet.').waitFor();
    expect(page.url()).not.toContain('token');

    const id = await create(project, [
      'say: hello',
      'ask: {text: "Which way?", options: [left, right]}',
      'done: went',
    ]);
    const left = page.getByRole('button', { name: 'left', exact: true });
    await left.waitFor();
    await page.locator('.session-row .told').getByText('Which way?').waitFor();
    process.kill(await supervisorPid(project), 'SIGKILL');
    await left.click();
    await page.getByText('Answered').first().waitFor();
    await project.swarm('supervisor', 'start');
    await page.locator('.session-row .state').getByText('completed').waitFor();
    await page.locator('.session-row').click();
    await page.locator('.transcript .said').getByText('hello').waitFor();
    expect(page.url()).toContain(id);
  },
);

test.skipIf(!hasBrowser)('a terminal is looked at, and typed into once it is asked for', async () => {
  const project = await makeProject();
  const { id, letGo } = await openAttempt(project, 'done: finished');
  const { url } = await startDashboard(project);
  const page = await openPage(browser, url);
  const problems: string[] = [];
  page.on('console', (line) => line.type() === 'error' && problems.push(line.text()));
  await page.goto(`${new URL(url).origin}/sessions/${id}/terminal`);
  await page.getByText('You are looking.').waitFor();
  await page.getByRole('button', { name: 'Type', exact: true }).click();
  await page.getByText('What you type goes to the agent.').waitFor();
  await page.locator('.xterm-screen').click();
  const shown = page.locator('.xterm-rows');
  await vi.waitFor(
    async () => {
      // What is typed while the pane takes the size of the box may be drawn over once.
      await page.keyboard.type(' typed in the page');
      expect(await shown.textContent()).toContain('typed in the page');
    },
    { timeout: PATIENCE_MS, interval: 500 },
  );
  // The page's policy found nothing to block.
  expect(problems).toEqual([]);
  letGo();
  await project.swarm('wait', id, '--timeout', '40s');
});
