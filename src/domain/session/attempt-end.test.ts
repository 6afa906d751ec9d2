import { expect, test } from 'vitest';
import { aSession } from '../../../tests/store/rows.ts';
import { RETRY_POLICIES } from '../retry/retry.ts';
import { type AttemptEnd, decideLoss, ownExitCode } from './attempt-end.ts';

const end = (changes: Partial<AttemptEnd> = {}): AttemptEnd => ({
  exitCode: null,
  closedByPerson: false,
  worldDied: false,
  quickAttempts: 1,
  speaksByExit: false,
  isOnScreen: false,
  servesOneTurn: false,
  isRefusedResume: false,
  isLoginMissing: false,
  outOfMemory: null,
  hadNoRoom: false,
  hasWorked: true,
  errors: '',
  ...changes,
});
const working = aSession({ state: 'working', retriesLeft: 2 });
const worn = aSession({ state: 'working', retriesLeft: 0 });

test('the good exit of a program without events is the end of its turn', () => {
  expect(decideLoss(working, end({ speaksByExit: true, exitCode: 0 }))).toEqual({ next: 'turn-ended' });
});

test('a machine or a tmux server that went away costs no retry, also when none is left', () => {
  const loss = decideLoss(worn, end({ worldDied: true, exitCode: 143 }));
  expect(loss).toMatchObject({ next: 'retry', cause: 'host-lost' });
  expect(RETRY_POLICIES['host-lost'].tries).toBe('endless');
});

test('from the fourth attempt within a minute on, a lost tmux server costs retries', () => {
  const causeOf = (quickAttempts: number) => {
    const loss = decideLoss(working, end({ worldDied: true, quickAttempts }));
    return loss.next === 'retry' ? loss.cause : loss.next;
  };
  expect([1, 3, 4, 9].map(causeOf)).toEqual(['host-lost', 'host-lost', 'host-lost-again', 'host-lost-again']);
  expect(RETRY_POLICIES['host-lost-again'].tries).toBe('counted');
});

test('one that the kernel ended at its limit of memory fails with that, and is not tried again', () => {
  const killed = end({ exitCode: 137, outOfMemory: 'over its limit of 2048 MB of memory' });
  expect(decideLoss(working, killed)).toEqual({
    next: 'give-up',
    reason: 'memory',
    text: 'over its limit of 2048 MB of memory',
  });
  expect(decideLoss(working, end({ exitCode: 137 }))).toMatchObject({ next: 'retry', cause: 'crash' });
  expect(ownExitCode({ ending: 'failed', reason: 'memory' }, 137)).toBeNull();
});

test('a pane that a person closed means killed', () => {
  expect(decideLoss(working, end({ closedByPerson: true, exitCode: 143 })).next).toBe('kill');
});

test('a person who leaves a screen at work has ended its session, unless they had taken it over', () => {
  const left = end({ isOnScreen: true, exitCode: 0 });
  expect(decideLoss(working, left)).toEqual({ next: 'kill', text: 'a person left its screen' });
  expect(decideLoss(aSession({ state: 'working', takenOver: true }), left)).toEqual({ next: 'rest' });
});

test('a taken-over screen that crashes, or whose pane is closed, is no way of leaving it', () => {
  const taken = aSession({ state: 'working', takenOver: true, retriesLeft: 1 });
  expect(decideLoss(taken, end({ isOnScreen: true, exitCode: 139 })).next).toBe('retry');
  expect(decideLoss(taken, end({ isOnScreen: true, exitCode: 129, closedByPerson: true })).next).toBe('kill');
  expect(decideLoss(taken, end({ isOnScreen: true, worldDied: true })).next).toBe('retry');
});

test.each([1, 2, 127])('code %i is the answer of the agent: failed, whatever is left', (exitCode) => {
  const loss = decideLoss(working, end({ exitCode, errors: 'one\nno such model\n' }));
  expect(loss).toEqual({
    next: 'fail',
    reason: 'exit-code',
    text: `the agent exited with code ${exitCode}: no such model`,
  });
});

test.each([
  [null, 'lost', 'the agent vanished without an exit code'],
  [0, 'crash', 'the agent left without a result'],
  [137, 'crash', 'the agent was ended by signal 9'],
])('after exit %s another attempt is made while one is left, then it is %s', (exitCode, reason, text) => {
  expect(decideLoss(working, end({ exitCode }))).toEqual({ next: 'retry', cause: 'crash', reason, text });
  expect(RETRY_POLICIES.crash).toMatchObject({ tries: 'counted', otherwise: 'give-up' });
});

test('one that serves a single turn and leaves without a result has failed, and is not tried again', () => {
  const loss = decideLoss(
    working,
    end({ servesOneTurn: true, exitCode: 0, errors: '\u001b[93m! \u001b[0mrejected\u001b[0m\n' }),
  );
  expect(loss).toEqual({
    next: 'fail',
    reason: 'exit-code',
    text: 'the agent left without a result: ! rejected',
  });
});

test('a CLI that does not have the conversation any more is given another attempt, while one is left', () => {
  const refused = end({ servesOneTurn: true, isRefusedResume: true, exitCode: 1 });
  expect(decideLoss(working, refused)).toMatchObject({ cause: 'refused-resume', reason: 'exit-code' });
  expect(RETRY_POLICIES['refused-resume']).toMatchObject({ tries: 'counted', otherwise: 'give-up' });
});

test('an exit that says that no account is logged in is no failure, also of one that was to go on', () => {
  const left = end({ exitCode: 41, servesOneTurn: true, isLoginMissing: true, errors: 'Please set a key\n' });
  const text = 'the agent exited with code 41: Please set a key';
  expect(decideLoss(worn, left)).toEqual({ next: 'log-in', text });
  expect(decideLoss(working, { ...left, isRefusedResume: true })).toEqual({ next: 'log-in', text });
});

test('of one that never got to work all of its complaint is told, below the line that says it', () => {
  const errors = 'Traceback:\n  line 3\n\u001b[31mno such module\u001b[0m\n';
  const text = (hasWorked: boolean, said = errors) => {
    const loss = decideLoss(worn, end({ exitCode: 1, hasWorked, errors: said }));
    return 'text' in loss ? loss.text : '';
  };
  const line = 'the agent exited with code 1: no such module';
  expect(text(true)).toBe(line);
  expect(text(false)).toBe(`${line}\nTraceback:\n  line 3\nno such module`);
  expect(text(false, 'no such module')).toBe(line);
  expect(text(false, 'x\n'.repeat(10_000)).length).toBeLessThan(2_000);
});

test('a signal after the result is no failure to show; any other code is shown', () => {
  expect(ownExitCode({ ending: 'completed', reason: null }, 143)).toBeNull();
  expect(ownExitCode({ ending: 'completed', reason: null }, 1)).toBe(1);
  expect(ownExitCode({ ending: 'killed', reason: 'asked' }, 143)).toBeNull();
  expect(ownExitCode({ ending: 'failed', reason: 'timeout' }, 137)).toBeNull();
  expect(ownExitCode({ ending: 'failed', reason: 'crash' }, 137)).toBe(137);
  expect(ownExitCode({ ending: 'killed', reason: 'asked' }, 3)).toBe(3);
});
