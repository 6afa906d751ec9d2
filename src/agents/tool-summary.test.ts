import { expect, test } from 'vitest';
import { summariseTool } from './tool-summary.ts';

test('the telling field comes first, on one line', () => {
  expect(summariseTool({ description: 'list', command: 'ls \\\n\t-a' })).toBe('ls \\ -a');
  expect(summariseTool({ content: 'x', file_path: 'a b.txt' })).toBe('a b.txt');
});

test('without a telling field the names and plain values are listed', () => {
  expect(summariseTool({ verdict: 'pass', count: 3, tags: ['a'], more: {} })).toBe(
    'verdict: pass, count: 3, tags: […], more: {…}',
  );
});

test('nothing gives nothing', () => {
  expect([undefined, null, 7, {}, [], ''].map(summariseTool)).toEqual(['', '', '', '', '', '']);
});

test('a megabyte is cut to one short line', () => {
  const summary = summariseTool({ command: 'x'.repeat(1_000_000) });
  expect(summary).toHaveLength(120);
  expect(summary.endsWith('…')).toBe(true);
});
