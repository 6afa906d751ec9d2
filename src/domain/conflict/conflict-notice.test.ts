import { expect, test } from 'vitest';
import { decideNoticeImportance, noticesOf } from './conflict-notice.ts';

test('each who is concerned gets one notice with all whose work does not merge with its own', () => {
  const conflicts = [
    { participants: ['a', 'b'], files: ['x'] },
    { participants: ['c', 'a'], files: ['y', 'z'] },
  ] as const;
  expect(noticesOf(conflicts)).toEqual([
    {
      participantId: 'a',
      conflicts: [
        { other: 'b', files: ['x'] },
        { other: 'c', files: ['y', 'z'] },
      ],
    },
    { participantId: 'b', conflicts: [{ other: 'a', files: ['x'] }] },
    { participantId: 'c', conflicts: [{ other: 'a', files: ['y', 'z'] }] },
  ]);
  expect(noticesOf([])).toEqual([]);
});

test('an agent at work hears at once, one that rests is not woken', () => {
  const states = ['working', 'idle', 'waiting', 'parked', 'created'] as const;
  expect(states.map((state) => decideNoticeImportance({ state }))).toEqual([
    'urgent',
    'low',
    'low',
    'low',
    'low',
  ]);
  expect(decideNoticeImportance(null)).toBe('high');
});
