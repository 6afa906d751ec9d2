import { expect, test } from 'vitest';
import { decideHold } from './hold.ts';
import { SESSION_STATES } from './session.ts';

test('whoever is held up leaves its work, begins nothing, and may end', () => {
  const hold = { text: 'main is red' };
  expect(
    SESSION_STATES.map((state) => `${state}: ${decideHold(state, hold)}`).join('\n'),
  ).toMatchInlineSnapshot(`
    "created: begin-nothing
    starting: stop-work
    working: stop-work
    idle: begin-nothing
    waiting: begin-nothing
    parked: begin-nothing
    stopping: none
    completed: none
    failed: none
    killed: none"
  `);
  expect(SESSION_STATES.every((state) => decideHold(state, null) === 'none')).toBe(true);
});
