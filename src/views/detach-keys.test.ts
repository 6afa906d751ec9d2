import { expect, test } from 'vitest';
import { detachKeys } from './detach-keys.ts';

test.each([
  [null, 'Ctrl+B then D'],
  ['C-b', 'Ctrl+B twice, then D'],
  ['C-a', 'Ctrl+B then D'],
])('in a tmux with the prefix %s, a pane is left with %s', (outer, keys) => {
  expect(detachKeys(outer)).toBe(keys);
});
