import { expect, test } from 'vitest';
import { returnText, type Shelf } from './shelf.ts';

const shelf = (conflicts: readonly string[], branch = 'main'): Shelf => ({
  ref: 'refs/swarm/rescue/s-1/1',
  full: 'f',
  bare: 'b',
  branch: 'main',
  isCleared: true,
  back: { stand: { head: 'h', branch, tree: 't' }, to: 'm', conflicts },
});

test('an agent that finds its folder as it left it is told nothing', () => {
  expect(returnText(shelf([]), [])).toBeNull();
});

test('each file that others changed too is named once, with where its own version is', () => {
  const text = returnText(shelf(['a.ts', 'b.ts']), ['b.ts', 'c.ts']) ?? '';
  expect(text.match(/^ {4}\S+$/gm)).toEqual(['    a.ts', '    b.ts', '    c.ts']);
  expect(text).toContain('git show refs/swarm/rescue/s-1/1:<file>');
});

test('a long list is cut, and says how much is missing', () => {
  const many = Array.from({ length: 25 }, (_, index) => `f${index}`);
  expect(returnText(shelf(many), [])).toContain('… and 5 more');
});

test('another branch is told', () => {
  expect(returnText(shelf([], 'other'), [])).toContain(
    'You were on branch main; the folder is on branch other',
  );
});
