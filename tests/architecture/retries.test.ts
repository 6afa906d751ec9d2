import { expect, test } from 'vitest';
import { retriesAreDecidedInOnePlace } from './retries.ts';
import { parseSource } from './source-file.ts';

const faults = (path: string, text: string) => retriesAreDecidedInOnePlace.check(parseSource(path, text));

test.each([
  ['const waitMs = 500 * 2 ** failures;'],
  ['if (session.retriesLeft > 0) park();'],
  ['const isOver = 0 === retriesLeft;'],
])('%s is refused outside the table of retries', (text) => {
  for (const layer of ['domain/queue', 'app/run', 'supervisor/session'])
    expect(faults(`src/${layer}/a.ts`, text)).toHaveLength(1);
  expect(faults('src/domain/retry/retry.ts', text)).toEqual([]);
});

test('adapters, tests and those who only count are free', () => {
  expect(faults('src/store/a.ts', 'const most = 2 ** 52;')).toEqual([]);
  expect(faults('src/domain/a.test.ts', 'const waitMs = 2 ** 3;')).toEqual([]);
  expect(faults('src/domain/a.ts', 'const left = session.retriesLeft - 1;')).toEqual([]);
});
