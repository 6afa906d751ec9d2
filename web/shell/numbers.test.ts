import { expect, test } from 'vitest';
import { layBars } from '../usage/bars.ts';
import { findTargets } from './match.ts';
import { ageOf, counted, dollars, short, sizeOf, span } from './numbers.ts';

test('figures are short, and no amount of money reads as none', () => {
  expect([0, 0.004, 1.5, 1234.567].map(dollars)).toEqual(['$0', '<$0.01', '$1.50', '$1234.57']);
  expect([0, 999, 1_000, 12_345, 123_456, 4_500_000].map(short)).toEqual([
    '0',
    '999',
    '1k',
    '12.3k',
    '123k',
    '4.5M',
  ]);
  expect([-5, 59_999, 60_000, 3_600_000, 90_000_000].map(span)).toEqual(['0s', '59s', '1m', '1h', '1d']);
  expect(ageOf('2026-01-27T12:00:00Z', Date.parse('2026-01-27T12:03:00Z'))).toBe('3m');
  expect([counted(1, 'file'), counted(0, 'criterion', 'criteria')]).toEqual(['1 file', '0 criteria']);
  expect([0, 999, 1_000, 12_345, 4_000_000].map(sizeOf)).toEqual(['0 B', '999 B', '1 kB', '12.3 kB', '4 MB']);
});

test('the highest bar fills the box, and nothing is drawn of nothing', () => {
  const bars = layBars(
    [
      { label: 'a', value: 5 },
      { label: 'b', value: 10 },
    ],
    { width: 100, height: 50 },
  );
  expect(bars.map(({ y, height }) => [y, height])).toEqual([
    [25, 25],
    [0, 50],
  ]);
  expect(layBars([], { width: 100, height: 50 })).toEqual([]);
  expect(layBars([{ label: 'a', value: 0 }], { width: 100, height: 50 })[0]?.height).toBe(0);
});

test('a target is found by any of its words, in any order, and one that begins with them comes first', () => {
  const target = (label: string, hint = '') => ({ label, hint, path: label });
  const targets = [target('Mend the cache', 'working'), target('Cache of grammars', 'done')];
  expect(findTargets(targets, 'cache').map(({ label }) => label)).toEqual([
    'Cache of grammars',
    'Mend the cache',
  ]);
  expect(findTargets(targets, 'WORK cache')).toEqual([targets[0]]);
  expect(findTargets(targets, 'nothing')).toEqual([]);
});
