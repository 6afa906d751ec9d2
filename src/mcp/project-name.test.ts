import { expect, test } from 'vitest';
import { namesFolder } from './project-name.ts';

test.each([
  ['/srv/code/shop', true],
  ['/srv/code/shop/src', true],
  ['shop', true],
  ['srv-code-shop', true],
  ['/srv/code/shop2', false],
  ['/srv/code', false],
  ['bank', false],
  ['', false],
])('%j stands for /srv/code/shop: %s', (text, isIt) => {
  expect(namesFolder(text, ['/srv/code/shop'])).toBe(isIt);
});
