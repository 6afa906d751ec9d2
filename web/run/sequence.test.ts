import { expect, test } from 'vitest';
import type { RunMessageAnswer } from '../../src/contract/answer/message.ts';
import { laySequence } from './sequence.ts';

const message = (from: string, to: string | null, got: readonly string[] = []): RunMessageAnswer =>
  ({
    from,
    to,
    deliveries: got.map((role) => ({ role, receipt: null, at: '' })),
  }) as unknown as RunMessageAnswer;

test('roles have lanes in the order of their first message, and a message goes to all who got it', () => {
  const messages = [
    message('person', 'architect'),
    message('architect', null, ['developer', 'tester', 'developer']),
    message('tester', null),
    message('tester', 'tester'),
  ];
  const { lanes, steps } = laySequence(messages);
  expect(lanes).toEqual(['person', 'architect', 'developer', 'tester']);
  expect(steps.map(({ from, to }) => [from, ...to])).toEqual([[0, 1], [1, 2, 3], [3], [3, 3]]);
});
