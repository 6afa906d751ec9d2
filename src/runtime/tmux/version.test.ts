import { expect, test } from 'vitest';
import { isTmuxNewEnough, parseTmuxVersion } from './version.ts';

test.each([
  ['tmux 3.3a\n', { major: 3, minor: 3 }, true],
  ['tmux 3.2', { major: 3, minor: 2 }, true],
  ['tmux next-3.4', { major: 3, minor: 4 }, true],
  ['tmux 3.5-rc2', { major: 3, minor: 5 }, true],
  ['tmux 4.0', { major: 4, minor: 0 }, true],
  ['tmux 10.1', { major: 10, minor: 1 }, true],
  ['tmux 3.1c', { major: 3, minor: 1 }, false],
  ['tmux 2.9', { major: 2, minor: 9 }, false],
  ['tmux master', undefined, true],
  ['tmux openbsd-7.4', undefined, true],
])('%j', (text, version, isEnough) => {
  expect(parseTmuxVersion(text)).toEqual(version);
  expect(isTmuxNewEnough(version)).toBe(isEnough);
});
