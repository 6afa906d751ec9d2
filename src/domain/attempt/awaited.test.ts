import { expect, test } from 'vitest';
import { addAwaited, awaitedText, replaceAwaited } from './awaited.ts';

const tests = { id: 'b1', kind: 'command', text: 'npm test', dueAt: null } as const;
const wakeUp = { id: 'wake-up', kind: 'wake-up', text: 'look again', dueAt: 90 } as const;

test('what is told again keeps its time, and what is not told any more is gone', () => {
  const before = [{ ...tests, since: 5 }];
  const agent = { id: 'a1', kind: 'agent', text: '', dueAt: null } as const;
  const after = replaceAwaited(before, [tests, agent], { at: 9, keepsWakeUps: true });
  expect(after.map(({ id, since }) => [id, since])).toEqual([
    ['b1', 5],
    ['a1', 9],
  ]);
  expect(replaceAwaited(after, [], { at: 10, keepsWakeUps: true })).toEqual([]);
});

test('a list of tasks says nothing of a wake-up; a list of all does', () => {
  const before = addAwaited([], wakeUp, 1);
  expect(replaceAwaited(before, [], { at: 2, keepsWakeUps: true })).toEqual([{ ...wakeUp, since: 1 }]);
  expect(replaceAwaited(before, [], { at: 2, keepsWakeUps: false })).toEqual([]);
});

test('people read what it is and what the agent called it', () => {
  expect(
    awaitedText([
      { ...tests, since: 1 },
      { ...wakeUp, text: '', since: 1 },
    ]),
  ).toBe('command "npm test", wake-up');
});
