import { expect, test } from 'vitest';
import {
  type Dependencies,
  decideDependencies,
  dependencyIds,
  type Progress,
  progressOf,
} from './dependency.ts';

const NONE: Dependencies = { all: [], any: [], end: [], onFailed: 'fail', baseOn: null };
const decide = (wanted: Partial<Dependencies>, progress: Record<string, Progress>) =>
  decideDependencies({ ...NONE, ...wanted }, new Map(Object.entries(progress)));

test('all of --after must be completed, and what is missing is named', () => {
  expect(decide({ all: ['a', 'b'] }, { a: 'completed', b: 'pending' })).toEqual({ is: 'wait', for: ['b'] });
  expect(decide({ all: ['a', 'b'] }, { a: 'completed', b: 'completed' })).toEqual({ is: 'ready' });
});

test('a failed one of --after is known at once, while others still work', () => {
  expect(decide({ all: ['a', 'b'] }, { a: 'pending', b: 'failed' })).toEqual({ is: 'unmet', failed: ['b'] });
});

test('one completed of --after-any is enough, and only all failures together are one', () => {
  const any = ['a', 'b'];
  expect(decide({ any }, { a: 'failed', b: 'pending' })).toEqual({ is: 'wait', for: ['b'] });
  expect(decide({ any }, { a: 'failed', b: 'completed' })).toEqual({ is: 'ready' });
  expect(decide({ any }, { a: 'failed', b: 'failed' })).toEqual({ is: 'unmet', failed: any });
});

test('--after-end is met by any end', () => {
  expect(decide({ end: ['a'] }, { a: 'failed' })).toEqual({ is: 'ready' });
  expect(decide({ end: ['a'] }, { a: 'pending' })).toEqual({ is: 'wait', for: ['a'] });
});

test('conditions of several kinds hold together, and an unknown id is waited for', () => {
  const wanted = { all: ['a'], any: ['b'], end: ['c'] };
  expect(decide(wanted, { a: 'completed', b: 'completed' })).toEqual({ is: 'wait', for: ['c'] });
  expect(dependencyIds({ ...NONE, ...wanted, end: ['a', 'c'] })).toEqual(['a', 'b', 'c']);
});

test('a failure that a successor goes on with is no failure yet, and a success stays one', () => {
  expect(progressOf(['failed'])).toBe('failed');
  expect(progressOf(['killed'])).toBe('failed');
  expect(progressOf(['failed', 'working'])).toBe('pending');
  expect(progressOf(['failed', 'completed', 'working'])).toBe('completed');
  expect(progressOf([])).toBe('pending');
});
