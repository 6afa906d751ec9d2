import { expect, test } from 'vitest';
import { newestByTask } from './newest-by-task.ts';

test('each task is there once, with what came last', () => {
  const all = [
    { task_id: 'a', n: 1 },
    { task_id: 'b', n: 1 },
    { task_id: 'a', n: 2 },
    { task_id: null, n: 1 },
    { task_id: null, n: 2 },
  ];
  expect(newestByTask(all).map(({ task_id, n }) => [task_id, n])).toEqual([
    ['a', 2],
    ['b', 1],
    [null, 2],
  ]);
});
