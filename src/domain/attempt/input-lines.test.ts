import { expect, test } from 'vitest';
import { missingInput, orderInput } from './input-lines.ts';

test('turns stand in their order, and an answer where it was given', () => {
  const first = { text: 'turn 1', index: null };
  const second = { text: 'turn 2', index: null };
  expect(orderInput([first, { text: 'answer', index: 1 }])).toEqual(['turn 1', 'answer']);
  expect(orderInput([first, second, { text: 'answer', index: 1 }])).toEqual(['turn 1', 'answer', 'turn 2']);
});

test('what was written before never moves when more is handed over', () => {
  const given = [
    { text: 't1', index: null },
    { text: 'a1', index: 1 },
    { text: 'a2', index: 2 },
  ];
  const before = orderInput(given);
  const after = orderInput([...given, { text: 't2', index: null }, { text: 'a3', index: 4 }]);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after).toEqual(['t1', 'a1', 'a2', 't2', 'a3']);
});

const line = (id: number, rest = 'x') => ({ key: `{"id":${id},`, text: `{"id":${id},"is":"${rest}"}\n` });

test('of a protocol, only what is missing is appended, whatever order it came in', () => {
  expect(missingInput('', [line(1), line(2)])).toBe(`${line(1).text}${line(2).text}`);
  expect(missingInput(line(2).text, [line(1), line(2)])).toBe(line(1).text);
  expect(missingInput(`${line(1).text}${line(2).text}`, [line(1), line(2)])).toBe('');
});

test('what was sent once is not sent again, even if it would be worded differently now', () => {
  expect(missingInput(line(1, 'old').text, [line(1, 'new')])).toBe('');
  expect(missingInput('', [line(1, 'first'), line(1, 'second')])).toBe(line(1, 'first').text);
});

test('a torn line is completed, or ended where it is not wanted any more', () => {
  const lines = [line(1), line(2)];
  const whole = `${line(1).text}${line(2).text}`;
  for (let end = 0; end <= whole.length; end++) {
    const written = whole.slice(0, end);
    expect(`${written}${missingInput(written, lines)}`).toBe(whole);
  }
  expect(missingInput('{"id":7,"i', [line(1)])).toBe(`\n${line(1).text}`);
});
