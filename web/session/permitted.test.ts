import { expect, test } from 'vitest';
import { actionsFor, takesWords } from './permitted.ts';

const WORKTREE = { path: '.swarm/worktrees/s1', branch: 'swarm/s1', state: 'ready' };
const session = (changes: Partial<Parameters<typeof actionsFor>[0]>) => ({
  state: 'working',
  mode: 'headless',
  continued_by: null,
  worktree: WORKTREE,
  ...changes,
});

test.each([
  [{}, ['interrupt', 'take-over', 'stop']],
  [{ state: 'parked' }, ['wake', 'take-over', 'stop']],
  [{ state: 'idle', mode: 'interactive' }, ['hand-back', 'stop']],
  [{ state: 'completed' }, ['accept', 'send-back', 'drop']],
  [{ state: 'completed', worktree: null }, ['send-back']],
  [{ state: 'failed' }, ['retry', 'drop']],
  [{ state: 'killed', worktree: null }, ['retry']],
  [{ state: 'completed', continued_by: 's2' }, []],
])('%j offers %j', (changes, actions) => {
  expect(actionsFor(session(changes))).toEqual(actions);
});

test('words reach one that is over by its successor, and not once it has one', () => {
  expect(takesWords(session({ state: 'failed' }))).toBe(true);
  expect(takesWords(session({ state: 'failed', continued_by: 's2' }))).toBe(false);
  expect(takesWords(session({ continued_by: 's2' }))).toBe(true);
});
