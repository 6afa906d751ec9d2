import { expect, test } from 'vitest';
import type { WorkAnswer } from '../../src/contract/answer/queue.ts';
import { STANDINGS } from '../../src/domain/queue/standing.ts';
import { COLUMNS, decideMove, decideStep } from './columns.ts';

const item = (id: string, status: WorkAnswer['status'] = 'ready'): WorkAnswer =>
  ({ id, status }) as WorkAnswer;
const ITEMS = [
  item('a'),
  item('b'),
  item('c'),
  item('failed', 'failed'),
  item('held', 'in_progress'),
  item('over', 'done'),
];

const drop = (workId: string, column: string, before: string | null = null) =>
  decideMove(ITEMS, { workId, column, before });

test('work of every standing has exactly one column', () => {
  expect(COLUMNS.flatMap(({ statuses }) => statuses).toSorted()).toEqual([...STANDINGS].toSorted());
});

test('ready work goes before the card that it is dropped on, else to the end', () => {
  expect(drop('c', 'ready', 'a')).toEqual({ is: 'reorder', workId: 'c', before: 'a' });
  expect(drop('a', 'ready')).toEqual({ is: 'reorder', workId: 'a', after: 'c' });
  expect(drop('a', 'ready', 'a')).toBeNull();
});

test('failed and claimed work that is dropped on the ready column is released; nothing else moves', () => {
  expect(drop('failed', 'ready', 'a')).toEqual({ is: 'release', workId: 'failed' });
  expect(drop('held', 'ready')).toEqual({ is: 'release', workId: 'held' });
  expect(drop('over', 'ready')).toBeNull();
  expect(drop('a', 'done')).toBeNull();
  expect(drop('unknown', 'ready')).toBeNull();
});

test('a step moves ready work past its neighbour, and stops at either end', () => {
  expect(decideStep(ITEMS, 'b', -1)).toEqual({ is: 'reorder', workId: 'b', before: 'a' });
  expect(decideStep(ITEMS, 'b', 1)).toEqual({ is: 'reorder', workId: 'b', after: 'c' });
  expect(decideStep(ITEMS, 'a', -1)).toBeNull();
  expect(decideStep(ITEMS, 'c', 1)).toBeNull();
  expect(decideStep(ITEMS, 'failed', -1)).toBeNull();
});
