import { expect, test } from 'vitest';
import { sampleAttempt } from '../../../tests/samples/session.ts';
import { pastAttempts } from './past-attempts.ts';

test('each attempt is told with what the journal says of its end', () => {
  const attempts = [sampleAttempt({ number: 1, exitCode: 137 }), sampleAttempt({ number: 2 })];
  const entries = [
    { event: 'created', note: 'agent' },
    { event: 'launch', note: 'attempt 1' },
    { event: 'park', note: 'ended by signal 9' },
    { event: 'due', note: '' },
    { event: 'launch', note: 'attempt 2' },
    { event: 'end', note: 'the task is done' },
  ];
  expect(pastAttempts(attempts, entries).map(({ number, why }) => [number, why])).toEqual([
    [1, 'ended by signal 9'],
    [2, 'the task is done'],
  ]);
  expect(pastAttempts(attempts, entries.slice(0, 2)).map(({ why }) => why)).toEqual([null, null]);
});
