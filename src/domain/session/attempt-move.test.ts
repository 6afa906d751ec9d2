import { expect, test } from 'vitest';
import { decideAttemptMove } from './attempt-move.ts';
import { SESSION_STATES } from './session.ts';

const SIGHTINGS = ['absent', 'alive', 'over'] as const;

test('what the row asks for, against what was seen, is this table', () => {
  const table = SESSION_STATES.map((state) => {
    const cells = SIGHTINGS.map(
      (seen) => `${seen} ${decideAttemptMove({ state, isInterrupted: false }, seen)}`,
    );
    return `${state}: ${cells.join(', ')}`;
  });
  expect(table.join('\n')).toMatchInlineSnapshot(`
    "created: absent rest, alive close, over rest
    starting: absent open, alive rest, over note-lost
    working: absent note-lost, alive rest, over note-lost
    idle: absent rest, alive rest, over rest
    waiting: absent rest, alive rest, over rest
    parked: absent rest, alive close, over rest
    stopping: absent note-gone, alive close, over note-gone
    completed: absent rest, alive close, over rest
    failed: absent rest, alive close, over rest
    killed: absent rest, alive close, over rest"
  `);
});

test('one that was interrupted waits without its process', () => {
  const waiting = { state: 'waiting', isInterrupted: true } as const;
  expect(SIGHTINGS.map((seen) => decideAttemptMove(waiting, seen))).toEqual(['rest', 'close', 'rest']);
});
