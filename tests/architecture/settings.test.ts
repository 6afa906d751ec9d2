import { expect, test } from 'vitest';
import { configPath, SETTING_KEYS } from '../../src/contract/config.ts';
import { listUnread, listUnreadMembers } from './settings.ts';
import { parseSource } from './source-file.ts';
import { sources } from './tree.ts';

const unread = (text: string, path = 'src/app/a.ts') =>
  listUnread(['cli', 'log.level'], [parseSource(path, text)]);

test('every setting is read somewhere in src', () => {
  const wanted = SETTING_KEYS.map((key) => configPath(key).join('.'));
  expect(listUnread(wanted, sources)).toEqual([]);
});

test('every path that a setting may move is used', () => {
  const { members, unread } = listUnreadMembers('ProjectPaths', sources);
  expect(members).toContain('plansDir');
  expect(unread).toEqual([]);
});

test.each([
  ['const a = deps.config.log.level;'],
  ['const { log } = config; show(log.level);'],
  ['const { config: { log: { level } } } = deps;'],
  ['const chosen = deps.config.log; show(chosen.level);'],
  ["const show = (chosen: Config['log']) => chosen.level;"],
  ["const show = ({ level }: Config['log']) => level;"],
  ['start(config.log);\nconst start = (chosen) => chosen.level;'],
])('%s reads log.level', (text) => {
  expect(unread(text)).toEqual(['cli']);
});

test('a setting at the top is read only from config', () => {
  expect(unread('const a = persona.cli;')).toContain('cli');
  expect(unread('const a = config.cli;')).not.toContain('cli');
  expect(unread('const show = ({ cli }: Config) => cli;')).not.toContain('cli');
});

test('a test, or the name alone, reads nothing', () => {
  expect(unread('const a = config.log.level;', 'src/app/a.test.ts')).toContain('log.level');
  expect(unread("const a = { level: 'log.level' };")).toContain('log.level');
});
