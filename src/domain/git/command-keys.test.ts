import { expect, test } from 'vitest';
import { listChanges, listOverrides, runsCommand } from './command-keys.ts';

test.each([
  ['core.hookspath', '/tmp/h'],
  ['core.fsmonitor', '/tmp/run'],
  ['core.sshcommand', 'run'],
  ['core.worktree', '/elsewhere'],
  ['filter.a.b.clean', 'run'],
  ['filter.x.process', 'run'],
  ['diff.x.textconv', 'run'],
  ['diff.external', 'run'],
  ['merge.x.driver', 'run'],
  ['credential.helper', '!run'],
  ['credential.https://example.org.helper', '!run'],
  ['remote.origin.uploadpack', 'run'],
  ['alias.st', '!run'],
  ['submodule.a.update', '!run'],
  ['url.ext::sh.insteadof', 'https://'],
  ['include.path', '/tmp/more'],
  ['includeif.gitdir:/.path', '/tmp/more'],
  ['gpg.program', 'run'],
  ['gpg.ssh.defaultkeycommand', 'run'],
  ['hook.x.command', 'run'],
  ['sendemail.tocmd', 'run'],
])('%s runs a command', (key, value) => {
  expect(runsCommand({ key, value })).toBe(true);
});

test.each([
  ['user.name', 'Person'],
  ['alias.st', 'status -sb'],
  ['branch.main.remote', 'origin'],
  ['remote.origin.url', 'https://example.org'],
  ['merge.conflictstyle', 'diff3'],
  ['diff.algorithm', 'histogram'],
])('%s runs nothing', (key, value) => {
  expect(runsCommand({ key, value })).toBe(false);
});

test('drivers are made harmless, but for those that the person has accepted', () => {
  const lfs = { key: 'filter.lfs.clean', value: 'git-lfs clean -- %f' };
  const entries = [lfs, { key: 'filter.x=y.clean', value: 'run' }, { key: 'merge.m.driver', value: 'run' }];
  expect(listOverrides(entries, [lfs])).toEqual([
    { key: 'filter.x=y.clean', value: '' },
    { key: 'filter.x=y.required', value: 'false' },
    { key: 'merge.m.driver', value: 'false' },
  ]);
  expect(listOverrides([{ ...lfs, value: 'run' }], [lfs])).toHaveLength(2);
});

test('a key that was added, changed or removed is a change, and one that is the same is none', () => {
  const before = [
    { key: 'core.editor', value: 'vi' },
    { key: 'alias.a', value: '!a' },
    { key: 'alias.b', value: '!b' },
  ];
  const now = [
    { key: 'core.editor', value: 'vi' },
    { key: 'alias.a', value: '!c' },
    { key: 'core.pager', value: 'less' },
  ];
  expect(listChanges(before, now)).toEqual([
    { key: 'alias.a', before: ['!a'], now: ['!c'] },
    { key: 'alias.b', before: ['!b'], now: [] },
    { key: 'core.pager', before: [], now: ['less'] },
  ]);
  expect(listChanges(before, before)).toEqual([]);
});
