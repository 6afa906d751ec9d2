import { expect, test } from 'vitest';
import { answersOf, choose, type Part } from './part-answers.ts';
import { editIn, fieldsOf } from './request-text.ts';

const part = (question: string, multi_select = false): Part => ({
  question,
  header: '',
  options: [],
  multi_select,
  answer: null,
});

test('a choice of one replaces the one before, a choice of several is taken back by a second click', () => {
  const one = part('a');
  const many = part('b', true);
  expect(choose(choose({}, one, 'x'), one, 'y')).toEqual({ a: ['y'] });
  expect(choose(choose({}, many, 'x'), many, 'y')).toEqual({ b: ['x', 'y'] });
  expect(choose(choose({}, many, 'x'), many, 'x')).toEqual({ b: [] });
});

test('each part that has an answer is named; a single one is not', () => {
  expect(answersOf([part('a'), part('b')], { a: ['x', 'y'], b: [' '] })).toEqual(['a=x, y']);
  expect(answersOf([part('a')], { a: ['x'] })).toEqual(['x']);
  expect(answersOf([part('a')], {})).toEqual([]);
});

test('what a tool would be given is whole: texts as they are, all else as JSON', () => {
  expect(fieldsOf({ input: { command: 'a\n b', list: [1] } })).toEqual([
    { name: 'command', text: 'a\n b' },
    { name: 'list', text: '[\n  1\n]' },
  ]);
  expect(fieldsOf({ input: 'plain' })).toEqual([{ name: '', text: 'plain' }]);
  expect(fieldsOf({ input: null })).toEqual([{ name: '', text: 'null' }]);
});

test('an edit has a text before and a text after', () => {
  expect(editIn({ input: { old_string: 'a', new_string: 'b' } })).toEqual({ before: 'a', after: 'b' });
  expect(editIn({ input: { old_string: 'a' } })).toBeNull();
  expect(editIn({ input: null })).toBeNull();
});
