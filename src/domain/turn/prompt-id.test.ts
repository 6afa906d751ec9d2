import { expect, test } from 'vitest';
import { promptIdOf } from './prompt-id.ts';

const id = '0b0e7a52-8f6c-4f0d-9d3c-5a1f4c3b0001';

test('a turn has its own id in the first attempt, and another UUID in each later one', () => {
  const ids = [0, 1, 2, 3, 300].map((attempt) => promptIdOf({ id, attempt }));
  expect(ids.slice(0, 2)).toEqual([id, id]);
  expect(new Set(ids).size).toBe(4);
  for (const one of ids) expect(one).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test('an id that is no UUID stays as it is', () => {
  expect(promptIdOf({ id: 'turn-1', attempt: 5 })).toBe('turn-1');
});
