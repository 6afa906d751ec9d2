import { expect, test } from 'vitest';
import { isOlder, versionIn } from './program.ts';

test.each([
  ['2.1.325 (Claude Code)', '2.1.325'],
  ['codex-cli 0.166.0\n', '0.166.0'],
  ['no number here', null],
  ['7', null],
])('the version in %j is %s', (text, version) => {
  expect(versionIn(text)).toBe(version);
});

test.each([
  ['2.1.196', '2.1.197', true],
  ['2.1.197', '2.1.197', false],
  ['2.2', '2.1.197', false],
  ['2.1', '2.1.1', true],
  ['10.0', '9.9', false],
])('%s is older than %s: %s', (version, than, expected) => {
  expect(isOlder(version, than)).toBe(expected);
});
