import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parsePlan } from '../../contract/plan/parse-plan.ts';
import { estimatePlan, medianOf } from './estimate.ts';

const { plan } = parsePlan(
  readFileSync(new URL('../../../examples/user-management/plan.yaml', import.meta.url), 'utf8'),
);

test('a plan costs what the median session of each persona did', () => {
  const history = new Map([
    ['developer', [1, 100, 2]],
    ['verifier', [0.5]],
  ]);
  expect(plan && estimatePlan(plan, history)).toEqual({
    sessions: 6,
    turns: 9,
    costUsd: 7.5,
    withoutHistory: [],
  });
});

test('without history of a persona, no cost is made up', () => {
  expect(plan && estimatePlan(plan, new Map([['verifier', [1]]]))).toMatchObject({
    costUsd: null,
    withoutHistory: ['developer'],
  });
});

test('the median of an even number lies between the two in the middle', () => {
  expect([medianOf([]), medianOf([3, 1]), medianOf([3, 1, 9])]).toEqual([null, 2, 3]);
});
