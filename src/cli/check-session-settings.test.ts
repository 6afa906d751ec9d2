import { expect, test } from 'vitest';
import { SETTING_KEYS } from '../contract/config.ts';
import { checkSessionSettings } from './check-session-settings.ts';

const outside = { attempt: null };
const inside = { attempt: { sessionId: 's', ask: async () => ({ is: 'kept', isTaken: false }) as const } };

test.each(['timeouts.turn', 'claude.stretches', 'failures.backoffCap', 'env.pass', 'mcp.sessions'])(
  '--set %s of a single session is refused, because the supervisor goes by its own',
  (key) => {
    expect(() => checkSessionSettings([key], outside)).toThrow(
      `--set ${key}: no session has that for itself`,
    );
  },
);

test.each([
  'claude.maxTurns',
  'claude.budgetUsd',
  'retries',
  'limits.lifetime',
  'limits.memoryMb',
  'limits.depth',
])('--set %s travels with a session', (key) => {
  expect(SETTING_KEYS).toContain(key);
  expect(() => checkSessionSettings([key], outside)).not.toThrow();
});

test('inside a session every --set is refused, because the supervisor goes by its own', () => {
  expect(() => checkSessionSettings(['claude.maxTurns'], inside)).toThrow('inside a session');
  expect(() => checkSessionSettings([], inside)).not.toThrow();
});
