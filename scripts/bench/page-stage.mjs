// A project with its page open in Chromium, and a program of another process that writes into its store.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { findBrowser } from '../system-packages.mjs';
import { swarm } from './place.mjs';
import { bundleProgram } from './program.mjs';
import { makeEmptyRow, makeRow } from './row.mjs';

const PATIENCE_MS = 60_000;
const SIZE = { width: 1280, height: 800 };

/** The server of a project's page, and the cookie of one who is signed in. */
export async function openServer(project) {
  const { url, port, pid } = JSON.parse(await swarm(project, 'dashboard', '--no-open', '--json'));
  const answer = await fetch(url, { redirect: 'manual' });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0];
  const origin = `http://127.0.0.1:${port}`;
  return { origin, port, pid, cookie };
}

/** A page of Chromium that is signed in. The caller closes the browser. */
export async function openPage({ origin, cookie }) {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const context = await browser.newContext({ viewport: SIZE });
  const [name, ...value] = cookie.split('=');
  await context.addCookies([{ name, value: value.join('='), url: origin }]);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return { browser, page };
}

/** Writes rows from a process of its own, as the supervisor would. */
export async function openWriter(place, project) {
  const { file, env } = await bundleProgram(place, 'page-writer.mjs');
  const store = join(project.root, '.swarm', 'swarm.db');
  const child = spawn(process.execPath, [file, store], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async write(what) {
      child.stdin.write(`${JSON.stringify(what)}\n`);
      const { done, value } = await lines.next();
      if (done === true) throw new Error('the writer has ended');
      const { saved, at } = JSON.parse(value);
      if (!saved) throw new Error('the store refused');
      return at;
    },
    close: () => child.stdin.end(),
  };
}

/** Rows that need a browser or a terminal say why they could not be taken. */
export async function rowOr(row, measure) {
  try {
    return makeRow({ ...row, ...(await measure()) });
  } catch (error) {
    return makeEmptyRow({ ...row, problem: `NOT MEASURED: ${error.message.split('\n')[0]}` });
  }
}
