import { expect, test } from 'vitest';
import { statusOf } from './reply.ts';

test('each kind of trouble has its status', () => {
  expect(statusOf({ kind: 'usage', code: 'usage' })).toBe(400);
  expect(statusOf({ kind: 'fault', code: 'tmux-failed' })).toBe(503);
  expect(statusOf({ kind: 'bug', code: 'bug' })).toBe(500);
  expect(statusOf({ kind: 'refusal', code: 'session-not-found' })).toBe(404);
  expect(statusOf({ kind: 'refusal', code: 'project-not-trusted' })).toBe(403);
  expect(statusOf({ kind: 'refusal', code: 'session-already-over' })).toBe(409);
});
