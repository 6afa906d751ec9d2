import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findLockProblems } from './lock-file.ts';

test('a package that is named but not locked is found, optional or not', () => {
  const packages = { 'node_modules/a': { optionalDependencies: { b: '1' }, dependencies: { c: '1' } } };
  expect(findLockProblems({ packages })).toHaveLength(2);
  expect(
    findLockProblems({
      packages: { ...packages, 'node_modules/b': {}, 'node_modules/a/node_modules/c': {} },
    }),
  ).toEqual([]);
});

test('an entry with an address is found', () => {
  const packages = { 'node_modules/a': { resolved: 'https://example.com/a.tgz' } };
  expect(findLockProblems({ packages })).toEqual(['node_modules/a is tied to https://example.com/a.tgz']);
});

test.each(['package-lock.json', 'tests/embedded-postgres/package-lock.json'])(
  '%s serves every machine',
  (path) => {
    const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    expect(findLockProblems(JSON.parse(text))).toEqual([]);
  },
);
