import { expect, test } from 'vitest';
import { SESSION_STATES } from './session.ts';
import { decideSuspension } from './suspension.ts';

test('a session that is held up leaves its work, begins nothing, and may end', () => {
  const suspension = { text: 'main is red' };
  expect(
    SESSION_STATES.map((state) => `${state}: ${decideSuspension(state, suspension)}`).join('\n'),
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
  expect(SESSION_STATES.every((state) => decideSuspension(state, null) === 'none')).toBe(true);
});
