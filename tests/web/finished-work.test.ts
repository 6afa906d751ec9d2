import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sessionStatus } from './answers.ts';
import { hasBrowser, launchBrowser, openPage, PATIENCE_MS } from './browser.ts';
import { questionRow } from './rows.ts';
import { askedOf, serve } from './serve.ts';

let browser: Browser;
beforeAll(async () => {
  if (hasBrowser) browser = await launchBrowser();
});
afterAll(() => browser?.close());

const within = { timeout: PATIENCE_MS };
const MERGE = { run_id: null, moved: false, target: 'main', rescues: [], uncommitted: [], spared: [] };
const CONFLICT = {
  ...MERGE,
  is: 'conflict',
  role: 's1',
  branch: 'swarm/s1',
  files: ['a'],
  question_id: 'q7',
};

test.skipIf(!hasBrowser)('finished work is accepted, sent back or dropped where its diff is', async () => {
  const done = { state: 'completed', status: 'COMPLETED', pid: null };
  const standIn = await serve({
    'session.show': ({ session_id }) => sessionStatus(String(session_id), session_id === 's1' ? done : {}),
    'session.merge': () => CONFLICT,
    'session.drop': () => ({ session_id: 's1', branch: 'swarm/s1', branch_is: 'deleted', rescues: ['r'] }),
    'message.send': () => ({ message_id: 'm', to: 's1-2', continues: 's1', receipt: 'queued', parked: null }),
  });
  const page = await openPage(browser, standIn.url, { path: '/sessions/s1/diff' });
  const decide = async (name: string, words?: string): Promise<void> => {
    await page.locator('.actions').getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name });
    if (words !== undefined) await dialog.getByRole('textbox').fill(words);
    await dialog.getByRole('button', { name, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await decide('Accept');
  await page.getByText('It conflicts: nothing was merged').first().waitFor();
  await decide('Drop');
  await page.getByText('Put away, and kept as a rescue').first().waitFor();
  await decide('Send back', 'It leaks');
  await vi.waitFor(() => expect(page.url()).toBe(`${standIn.url}/sessions/s1-2`), within);
  expect(askedOf(standIn, 'session.merge')).toEqual([{ names: ['s1'] }]);
  expect(askedOf(standIn, 'session.drop')).toEqual([{ session_id: 's1' }]);
  expect(askedOf(standIn, 'message.send')).toEqual([{ to: 's1', body: 'It leaks' }]);
});

test.skipIf(!hasBrowser)('a session that failed is tried again, and leads to what it needs', async () => {
  const needs = { after: ['s7'], after_any: [], after_end: [], on_failed: 'fail', base_on: 's7' };
  const failed = { state: 'failed', status: 'FAILED', pid: null, dependencies: needs, continues: 's0' };
  const standIn = await serve({
    'session.show': ({ session_id }) => sessionStatus(String(session_id), session_id === 's1' ? failed : {}),
    'session.retry': () => ({ dry_run: false, retried: [{ session_id: 's2', of: 's1' }], refused: [] }),
  });
  const page = await openPage(browser, standIn.url, { path: '/sessions/s1' });
  await page.locator('.facts').getByText('s7 (its branch)').waitFor();
  await page.locator('.facts').getByRole('link', { name: 's0' }).waitFor();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry', exact: true }).click();
  await vi.waitFor(() => expect(page.url()).toBe(`${standIn.url}/sessions/s2`), within);
  expect(askedOf(standIn, 'session.retry')).toEqual([{ session_ids: ['s1'], words: '' }]);
});

test.skipIf(!hasBrowser)(
  'the finder reads texts too, and leads to a page with all that has them',
  async () => {
    const standIn = await serve();
    const page = await openPage(browser, standIn.url);
    await page.locator('.session-row').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('who holds it');
    await page.getByRole('option', { name: /said: who holds it/ }).click();
    await vi.waitFor(() => expect(page.url()).toBe(`${standIn.url}/sessions/s2`), within);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('lock');
    await page.getByRole('option', { name: /Search all texts for "lock"/ }).click();
    await page.getByRole('heading', { name: 'Messages' }).waitFor();
    await page.locator('.lines').getByText('said: lock').click();
    await vi.waitFor(() => expect(page.url()).toBe(`${standIn.url}/sessions/s2`), within);
  },
);

/** Notifications of the system cannot be looked at: this one remembers what it was given. */
const NOTED = `
  window.noted = [];
  window.Notification = class extends EventTarget {
    static permission = 'default';
    static requestPermission = async () => (Notification.permission = 'granted');
    constructor(title, { body }) { super(); window.noted.push(title + ': ' + body); window.last = this; }
    close() {}
  };
  document.hasFocus = () => false;
`;

test.skipIf(!hasBrowser)('the browser tells of a new question once it was asked to', async () => {
  let questions = [questionRow('q1')];
  const standIn = await serve({ 'question.list': () => ({ questions }) });
  const ask = async (id: string): Promise<void> => {
    questions = [...questions, questionRow(id, { text: `Text of ${id}` })];
    standIn.change('question', id);
    await page.locator('main').getByText(`Text of ${id}`).first().waitFor();
  };
  const page = await openPage(browser, standIn.url, { script: NOTED, path: '/questions' });
  await page.getByText('Live', { exact: true }).first().waitFor();
  await ask('q2');
  await page.getByRole('button', { name: 'Notify me' }).click();
  await page.getByRole('button', { name: 'Notify me', pressed: true }).waitFor();
  await ask('q3');
  await vi.waitFor(
    async () => expect(await page.evaluate('noted')).toEqual(['Title of s1: Text of q3']),
    within,
  );
  await page.evaluate(`last.dispatchEvent(new Event('click'))`);
  await vi.waitFor(() => expect(page.url()).toBe(`${standIn.url}/questions/q3`), within);
});
