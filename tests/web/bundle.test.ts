import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const PAGE = resolve(import.meta.dirname, '../../dist/web');
const FIRST_PAGE_BYTES = 250_000;

const html = readFileSync(resolve(PAGE, 'index.html'), 'utf8');
const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);

test('the script of the first page is small, and the terminal and the graph are no part of it', () => {
  const scripts = named.filter((path) => path.endsWith('.js'));
  const bytes = scripts.map((path) => gzipSync(readFileSync(resolve(PAGE, path.slice(1)))).length);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(FIRST_PAGE_BYTES);
  const later = readdirSync(resolve(PAGE, 'assets')).filter((name) => /^(terminal-view|lay-out)/.test(name));
  expect(later.length).toBeGreaterThanOrEqual(2);
  expect(named.filter((path) => /terminal-view|lay-out/.test(path))).toEqual([]);
});

test('the page names no file of elsewhere, and has no script or style of its own text', () => {
  expect(named.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
  expect(html).not.toMatch(/<style|style="|<script(?![^>]*src=)/);
});
