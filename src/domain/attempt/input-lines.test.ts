import { expect, test } from 'vitest';
import { orderInput } from './input-lines.ts';

test('turns stand in their order, and an answer where it was given', () => {
  const first = { text: 'turn 1', place: null };
  const second = { text: 'turn 2', place: null };
  expect(orderInput([first, { text: 'answer', place: 1 }])).toEqual(['turn 1', 'answer']);
  expect(orderInput([first, second, { text: 'answer', place: 1 }])).toEqual(['turn 1', 'answer', 'turn 2']);
});

test('what was written before never moves when more is handed over', () => {
  const given = [
    { text: 't1', place: null },
    { text: 'a1', place: 1 },
    { text: 'a2', place: 2 },
  ];
  const before = orderInput(given);
  const after = orderInput([...given, { text: 't2', place: null }, { text: 'a3', place: 4 }]);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after).toEqual(['t1', 'a1', 'a2', 't2', 'a3']);
});
