import { expect, test } from 'vitest';
import { isAgreed, needsOf, renderLacking, renderWanted } from '../../scripts/test-needs.mjs';

const FILES = [
  'src/domain/run/run.test.ts',
  'src/store/sqlite.test.ts',
  'tests/claude/run.test.ts',
  'tests/e2e/merge.test.ts',
  'tests/long/agents/swarm.test.ts',
  'tests/web/overview.test.ts',
];
const part = (words: string[], isLong = false) => needsOf({ kind: 'part', runs: [words], isLong }, FILES);

test('everything needs Postgres, a browser and Claude Code, and with the long suites the other CLIs', () => {
  const all = { tmux: true, postgres: true, claude: true, browser: true };
  expect(needsOf({ kind: 'all', runs: [['run']], isLong: false }, FILES)).toEqual({ ...all, agents: false });
  expect(needsOf({ kind: 'all', runs: [['run']], isLong: true }, FILES)).toEqual({ ...all, agents: true });
});

test('a part needs what its files need', () => {
  const nothing = { tmux: true, postgres: false, claude: false, agents: false, browser: false };
  expect(part(['run', 'src/domain/run'])).toEqual(nothing);
  expect(part(['run', 'tests/e2e/merge.test.ts'])).toEqual({ ...nothing, postgres: true });
  expect(part(['run', 'src/store'])).toEqual({ ...nothing, postgres: true });
  expect(part(['run', 'tests/claude'])).toEqual({ ...nothing, claude: true });
  expect(part(['run', 'tests/web'])).toEqual({ ...nothing, browser: true });
  expect(part(['run', '--project', 'claude'])).toEqual({ ...nothing, claude: true });
  expect(part(['run', 'tests/long'], true)).toEqual({ ...nothing, postgres: true, agents: true });
  expect(part(['related', '--run', 'src/domain/run/run.ts'])).toEqual({ ...nothing, postgres: true });
});

test('--quick and what runs nothing need nothing', () => {
  const nothing = { tmux: false, postgres: false, claude: false, agents: false, browser: false };
  expect(needsOf({ kind: 'quick', runs: [['run', 'src']], isLong: false }, FILES)).toEqual(nothing);
  expect(needsOf({ kind: 'part', runs: [], isLong: false }, FILES)).toEqual(nothing);
});

test('what will be installed is told with its size, its folder and the sum', () => {
  const where = 'into /srv/cache';
  const told = renderWanted([
    { what: 'claude 1.0.0', sizeMb: 300, where },
    { what: 'tmux', sizeMb: 2, where: 'with apt-get' },
  ]);
  expect(told).toBe(
    'test: these are missing and will be installed, about 302 MB in all:\n' +
      '  claude 1.0.0, about 300 MB, into /srv/cache\n  tmux, about 2 MB, with apt-get\n',
  );
});

test('Enter is yes, and the end of the input is no', () => {
  expect(['', 'y', 'Yes ', 'n', 'no', 'later', undefined].map(isAgreed)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('tests that were skipped for lack of a program are told by name, with the reason', () => {
  const skipped = [
    { lacks: 'claude 1.0.0', title: 'a turn ends' },
    { lacks: 'Postgres', title: 'an upgrade' },
    { lacks: 'claude 1.0.0', title: 'a turn begins' },
  ];
  expect(renderLacking(skipped, { 'claude 1.0.0': 'npm could not fetch it' })).toBe(
    'tests skipped for lack of claude 1.0.0 (npm could not fetch it): 2\n  a turn ends\n  a turn begins\n' +
      'tests skipped for lack of Postgres (it is not installed): 1\n  an upgrade\n',
  );
  expect(renderLacking([], {})).toBe('');
});
