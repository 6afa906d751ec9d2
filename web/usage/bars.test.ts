import { expect, test } from 'vitest';
import { layBars, layRows } from './bars.ts';

const values = [
  { label: 'a', value: 4 },
  { label: 'b', value: 1 },
];
const box = { width: 80, height: 40 };

test('bars stand on the floor of their box, and the highest value reaches its top', () => {
  expect(layBars(values, box)).toEqual([
    { label: 'a', value: 4, x: 5, y: 0, width: 30, height: 40 },
    { label: 'b', value: 1, x: 45, y: 30, width: 30, height: 10 },
  ]);
});

test('rows begin at the left, and the highest value reaches the right side', () => {
  expect(layRows(values, box)).toEqual([
    { label: 'a', value: 4, x: 0, y: 2.5, width: 80, height: 15 },
    { label: 'b', value: 1, x: 0, y: 22.5, width: 20, height: 15 },
  ]);
  expect(layRows([], box)).toEqual([]);
  expect(layRows([{ label: 'a', value: 0 }], box)[0]?.width).toBe(0);
});
