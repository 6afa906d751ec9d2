import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { findBrowser } from '../../scripts/system-packages.mjs';

const program = findBrowser();

/** Without a browser there is nothing to test the page in. */
export const hasBrowser = program !== undefined;

/** How long a fact may take to show: the machine may be busy with other suites. */
export const PATIENCE_MS = 60_000;

/** `resolves`: a name that leads to this machine, as one of a stranger may. */
export const launchBrowser = ({ resolves }: Readonly<{ resolves?: string }> = {}): Promise<Browser> =>
  chromium.launch({
    ...(program === undefined ? {} : { executablePath: program }),
    // Chromium's own sandbox does not work for root, nor in most containers.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      ...(resolves === undefined ? [] : [`--host-resolver-rules=MAP ${resolves} 127.0.0.1`]),
    ],
  });

/** `script` is run before those of the page. */
type Look = Readonly<{ path?: string; isDark?: boolean; isPhone?: boolean; script?: string }>;

/** A page of its own at an address of a server, which may ask that server alone and must throw nothing. */
export async function openPage(browser: Browser, url: string, look: Look = {}): Promise<Page> {
  const { path = '/', isDark = false, isPhone = false, script } = look;
  const context = await browser.newContext({
    colorScheme: isDark ? 'dark' : 'light',
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
  });
  if (script !== undefined) await context.addInitScript(script);
  const page = await context.newPage();
  const { origin } = new URL(url);
  const strays: string[] = [];
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) strays.push(`asked for ${request.url()}`);
  });
  // Without an answer the page would wait until the test gives up.
  page.on('response', (response) => {
    if (response.status() !== 500) return;
    void response.text().then((text) => {
      strays.push(`${response.url()}: ${text}`);
      return context.close();
    });
  });
  page.on('pageerror', (error) => strays.push(error.message));
  onTestFinished(async () => {
    await context.close();
    expect(strays).toEqual([]);
  });
  await page.goto(path === '/' ? url : `${origin}${path}`);
  return page;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page that is serious or critical, in words. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => [id, node.target, node.failureSummary].join(' '))))`);
}
