import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startDashboard } from '../e2e/dashboard-client.ts';
import { makeProject, type TestProject } from '../e2e/project.ts';
import { hasBrowser, launchBrowser, PATIENCE_MS } from './browser.ts';

let browser: Browser;
beforeAll(async () => {
  if (hasBrowser) browser = await launchBrowser({ resolves: 'rebound.example' });
});
afterAll(() => browser?.close());

/** A stranger's page on this machine: another port, so another origin, but the same site for cookies. */
async function serveStranger(): Promise<string> {
  const page = '<!doctype html><title>stranger</title><body>';
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(page));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A browser that is signed in at the dashboard, and a page of its own elsewhere. */
async function visitStranger(project: TestProject): Promise<{ page: Page; home: string }> {
  const { url } = await startDashboard(project);
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const own = await context.newPage();
  await own.goto(url);
  await own.getByText('No sessions yet.').waitFor({ timeout: PATIENCE_MS });
  const page = await context.newPage();
  await page.goto(await serveStranger());
  return { page, home: new URL(url).origin };
}

/** All ways by which a page can send a request to another origin, or read of it; each says what it got. */
const ATTEMPTS = `async (home) => {
  const text = async (given) => (await given.text()).slice(0, 200);
  const sent = { method: 'POST', credentials: 'include', body: '{"title":"of a stranger"}' };
  const tries = {
    read: () => fetch(home + '/api/session.list', { credentials: 'include' }).then(text),
    marked: () => fetch(home + '/api/queue.add', { ...sent, headers: { 'x-swarm': '1' } }).then(text),
    blind: () => fetch(home + '/api/queue.add', { ...sent, mode: 'no-cors' }).then(text),
    page: () => fetch(home + '/', { credentials: 'include' }).then(text),
    script: () => new Promise((resolve, reject) => {
      const script = document.createElement('script');
      Object.assign(script, { onload: () => resolve('ran'), onerror: reject });
      script.src = home + '/api/openapi.json';
      document.body.append(script);
    }),
    frame: () => new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.onload = () => resolve(frame.contentDocument?.body.innerText ?? '');
      frame.src = home + '/';
      document.body.append(frame);
    }),
    form: () => new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.name = 'target';
      document.body.append(frame);
      const form = document.createElement('form');
      const action = home + '/api/queue.add';
      Object.assign(form, { action, method: 'post', enctype: 'text/plain', target: 'target' });
      form.innerHTML = '<input name=\\'{"title":"of a form","body":"\\' value=\\'"}\\'>';
      document.body.append(form);
      frame.onload = () => resolve('');
      form.submit();
    }),
    events: () => new Promise((resolve, reject) => {
      const events = new EventSource(home + '/api/events', { withCredentials: true });
      Object.assign(events, { onmessage: ({ data }) => resolve(data), onopen: () => resolve('open') });
      events.onerror = reject;
    }),
    socket: () => new Promise((resolve, reject) => {
      const socket = new WebSocket(home.replace('http', 'ws') + '/api/terminal?ticket=any');
      Object.assign(socket, { onopen: () => resolve('open'), onerror: reject });
    }),
  };
  const tried = Object.entries(tries).map(async ([name, go]) => [name, await go().catch(() => 'refused')]);
  return Object.fromEntries(await Promise.all(tried));
}`;

test.skipIf(!hasBrowser)('a page of another origin reads nothing and changes nothing', async () => {
  const project = await makeProject();
  const { page, home } = await visitStranger(project);
  const got = await page.evaluate<Record<string, string>>(`(${ATTEMPTS})(${JSON.stringify(home)})`);
  const { frame, form, ...others } = got;
  expect(Object.values(others)).toEqual(Object.keys(others).map(() => 'refused'));
  expect([frame, form]).toEqual(['', '']);
  expect((await project.json<{ items: unknown[] }>('queue', 'list')).items).toEqual([]);
});

test.skipIf(!hasBrowser)('a name that leads to this machine is no name of the page', async () => {
  const project = await makeProject();
  const { page, home } = await visitStranger(project);
  const { port } = new URL(home);
  const answer = await page.goto(`http://rebound.example:${port}/`);
  expect(answer?.status()).toBe(421);
  expect(await page.textContent('body')).toContain('This server answers only as');
});

test.skipIf(!hasBrowser)('an address with its token counts once, in a second browser too', async () => {
  const { url } = await startDashboard(await makeProject());
  for (const status of [200, 401]) {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(url);
    expect(await page.evaluate(`fetch('/api/session.list').then(({ status }) => status)`)).toBe(status);
  }
});
