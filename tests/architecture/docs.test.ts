import { expect, test } from 'vitest';
import { isVerbName } from '../../src/app/verbs.ts';
import { findCommand, listGroup } from '../../src/cli/command-table.ts';
import { GLOBAL_FLAGS } from '../../src/cli/global-flags.ts';
import { parseWords } from '../../src/cli/parse-words.ts';
import { isSettingKey, SETTING_KEYS } from '../../src/contract/config.ts';
import { resolveConfig } from '../../src/contract/config-layers.ts';
import * as docs from './docs.ts';
import { nameOf, nodesOf } from './source-file.ts';
import { paths, readText, sources } from './tree.ts';

const PAGES = paths
  .filter((path) => /^(docs\/.*|[A-Z]+)\.md$/.test(path) && path !== 'CHANGELOG.md')
  .map((path): docs.Page => ({ path, text: readText(path) }));
const GROUPS = new Set(SETTING_KEYS.filter((key) => key.includes('.')).map((key) => key.split('.')[0]));

const each = (list: (page: docs.Page) => string[], isTrue: (named: string) => boolean): string[] =>
  PAGES.flatMap((page) =>
    list(page)
      .filter((named) => !isTrue(named))
      .map((named) => `${page.path}: ${named}`),
  );

test('the pages are read', () => {
  expect(PAGES.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'AGENTS.md', 'docs/ARCHITECTURE.md']),
  );
});

test('every file and folder that a page names is there', () => {
  expect(each(docs.listPaths, (named) => docs.isThere(named, paths))).toEqual([]);
});

test('every claim of SECURITY names a test that holds it', () => {
  const [page] = PAGES.filter(({ path }) => path === 'docs/SECURITY.md');
  const unheld = page ? docs.listUnheldClaims(page, ['What the same user id can still do']) : ['no page'];
  expect(unheld).toEqual([]);
});

test('a claim is held by its own test, or by one that its section names', () => {
  const page = (text: string): docs.Page => ({ path: 'a.md', text });
  const held =
    '## A\n\n- one (`tests/e2e/a.test.ts`)\n- two (same file)\n\n## B\n\n- three\n\n`a.test.ts` holds it.\n';
  expect(docs.listUnheldClaims(page(held), [])).toEqual([]);
  const unheld =
    '## A\n\n- one (`tests/e2e/a.test.ts`)\n- two,\n  of two lines (`src/a.ts`)\n\n## B\n\n- three\n';
  expect(docs.listUnheldClaims(page(unheld), ['B'])).toEqual(['- two,\n  of two lines (`src/a.ts`)']);
});

test('every link leads somewhere', () => {
  expect(each(docs.listLinks, (named) => docs.isThere(named, paths))).toEqual([]);
});

test('every function, constant and type that ARCHITECTURE names is in the source', () => {
  const names = new Set(
    sources
      .filter(({ path }) => path.startsWith('src/'))
      .flatMap((file) => nodesOf(file, 'Identifier').flatMap((node) => nameOf(node) ?? [])),
  );
  const [page] = PAGES.filter(({ path }) => path === 'docs/ARCHITECTURE.md');
  const unknown = page ? docs.listNames(page).filter((name) => !names.has(name)) : ['no page'];
  expect(unknown.filter((name) => !SETTING_KEYS.some((key) => key === name))).toEqual([]);
});

test('every setting or verb that a page names exists', () => {
  const named = (page: docs.Page) =>
    docs
      .listCode(page)
      .filter((code) => /^[a-z]+\.(?!(?:log|yaml)$)[a-zA-Z]+$/.test(code) && GROUPS.has(code.split('.')[0]));
  // docs/JSON.md is drawn from schemas: its dotted names are verbs and fields.
  expect(
    each(named, (name) => isSettingKey(name) || isVerbName(name)).filter(
      (problem) => !problem.startsWith('docs/JSON.md'),
    ),
  ).toEqual([]);
});

test('settings in the README are valid', () => {
  const blocks = [...readText('README.md').matchAll(/^```json\n([\s\S]*?)^```$/gm)];
  expect(blocks.length).toBeGreaterThan(0);
  for (const [, text = ''] of blocks) {
    expect(() =>
      resolveConfig({ file: { value: JSON.parse(text), lines: new Map() }, env: {}, flags: {} }),
    ).not.toThrow();
  }
});

test('every command line that a page shows is understood', async () => {
  const problems: string[] = [];
  for (const page of PAGES) {
    for (const words of docs.listCommandLines(page)) {
      const found = findCommand(words);
      const command = await found?.entry.load();
      try {
        if (!command || !found) throw new Error('no such command');
        parseWords(command, found.rest, GLOBAL_FLAGS);
      } catch (error) {
        problems.push(`${page.path}: swarm ${words.join(' ')}: ${String(error)}`);
      }
    }
  }
  expect(problems).toEqual([]);
});

test('every command that a page names exists', () => {
  const named = (page: docs.Page) => docs.listInlineCommands(page).map((words) => words.join(' '));
  const isKnown = (line: string): boolean => {
    const words = line.split(' ');
    return words[0] === 'help' || !!findCommand(words) || listGroup(words[0] ?? '').length > 0;
  };
  expect(each(named, isKnown)).toEqual([]);
});

test('no line of the README is longer than 99 characters', () => {
  expect(
    readText('README.md')
      .split('\n')
      .filter((line) => line.length > 99),
  ).toEqual([]);
});

test('a word stands in the glossary once, with what other tools call it', () => {
  const rows = readText('docs/GLOSSARY.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (word|---)/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\||\|$/g, '').trim()));
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((cells) => cells.length !== 4 || cells.includes(''))).toEqual([]);
  expect(new Set(rows.map(([word]) => word)).size).toBe(rows.length);
});

test('what is named in a page is found by its end, by a pattern and by its folder', () => {
  const all = ['src/app/run/start-run.ts', 'src/store/rows.conformance.ts'];
  for (const named of ['start-run.ts', 'run/start-run.ts', 'src/store/*.conformance.ts', 'src/app/']) {
    expect([named, docs.isThere(named, all)]).toEqual([named, true]);
  }
  for (const named of ['art-run.ts', 'src/app/start-run.ts', 'src/ap/']) {
    expect([named, docs.isThere(named, all)]).toEqual([named, false]);
  }
});

test('a command line is parted as a shell would, without its comment', () => {
  expect(docs.toWords('swarm send <id> "look again" --steer  # now')).toEqual([
    'send',
    'id',
    'look again',
    '--steer',
  ]);
});
