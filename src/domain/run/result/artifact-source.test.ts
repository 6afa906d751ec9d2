import { expect, test } from 'vitest';
import { decideArtifactSource, fitIntoRoom, type Listing } from './artifact-source.ts';

const at = (object: string): Listing => [{ path: 'a', object, bytes: 1 }];
const ROWS: readonly [string, [Listing, Listing, Listing], string][] = [
  ['what is nowhere is not taken', [[], [], []], 'none'],
  ['what was deleted is not taken from where the work began', [at('1'), [], []], 'none'],
  ['what was committed is taken', [[], at('1'), at('1')], 'branch'],
  ['also when the folder is gone', [[], at('1'), []], 'branch'],
  ['what was never committed is taken as it lies there', [[], [], at('1')], 'loose noted'],
  ['what was changed and never committed too', [at('1'), at('1'), at('2')], 'loose noted'],
  ['what no agent changed is taken as committed', [at('1'), at('1'), at('1')], 'branch'],
  ['a commit counts before later changes', [at('1'), at('2'), at('3')], 'branch noted'],
];

test.each(ROWS)('%s', (...[, [base, branch, loose], expected]) => {
  const choice = decideArtifactSource({ base, branch, loose });
  const said = choice === null ? 'none' : `${choice.take}${choice.note === null ? '' : ' noted'}`;
  expect(said).toBe(expected);
});

test('a file that does not fit is left out and keeps no smaller one out', () => {
  const listing = [5, 100, 5, 5].map((bytes, index) => ({ path: `${index}`, object: 'x', bytes }));
  const fitted = fitIntoRoom(listing, { files: 2, bytes: 50 });
  expect(fitted.taken.map(({ path }) => path)).toEqual(['0', '2']);
  expect(fitted.leftOut.map(({ path }) => path)).toEqual(['1', '3']);
  expect(fitted.room).toEqual({ files: 0, bytes: 40 });
});
