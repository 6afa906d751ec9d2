import { expect, test } from 'vitest';
import { parseSource, type Rule } from './source-file.ts';
import { findHomePaths, foldersAreNouns, namesAreKebabCase, nothingIsLeftForLater } from './wording.ts';

const faults = ({ check }: Rule, path: string, text = '') => check(parseSource(path, text));

test.each([
  ['src/app/stopSession.ts'],
  ['src/app/stop_session.ts'],
  ['src/App/stop.ts'],
  ['src/app/stop-.ts'],
])('%s is not kebab-case', (path) => {
  expect(faults(namesAreKebabCase, path)).toHaveLength(1);
});

test('kebab-case names with a suffix or a number are allowed', () => {
  expect(faults(namesAreKebabCase, 'src/store/0001-first.ts')).toEqual([]);
  expect(faults(namesAreKebabCase, 'src/store/sql-store.conformance.ts')).toEqual([]);
});

test('a folder named for a kind of code is refused, at any depth', () => {
  expect(faults(foldersAreNouns, 'src/app/utils/a.ts')).toHaveLength(1);
  expect(faults(foldersAreNouns, 'src/helpers/session/a.ts')).toHaveLength(1);
  expect(faults(foldersAreNouns, 'src/domain/session/types.ts')).toEqual([]);
});

test('work left for later is refused in comments and ignored in strings', () => {
  const marks = ['FIX', 'TO'].map((start, index) => start + ['ME', 'DO'][index]);
  for (const mark of marks) {
    expect(faults(nothingIsLeftForLater, 'src/app/a.ts', `// ${mark} mend\n/* ${mark} */`)).toHaveLength(2);
    expect(faults(nothingIsLeftForLater, 'src/app/a.ts', `const a = '${mark}';`)).toEqual([]);
  }
});

test('a path below a home folder is found in any text', () => {
  const separator = '/';
  for (const folder of ['home/ada/code', 'Users/ada', 'root', 'root/.claude']) {
    expect(findHomePaths('docs/a.md', `line\nsee ${separator}${folder} there`)).toHaveLength(1);
  }
  expect(findHomePaths('docs/a.md', '~/code, $HOME/x, src/root/x, https://example.com/home/page')).toEqual(
    [],
  );
});
