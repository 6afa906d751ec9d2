import { expect, test } from 'vitest';
import {
  decideRecovery,
  type ErrorFacts,
  RUN_ERROR_CAUSES,
  type RunErrorCause,
  recordOf,
} from './error-handling.ts';

const FACTS: ErrorFacts = { strategy: 'fail', isOptional: false, nudges: 0, isPassing: false };

const ROWS: readonly [string, RunErrorCause, Partial<ErrorFacts>, string][] = [
  ['a required role that is lost ends the run', 'role-lost', {}, 'fail'],
  ['unless a person is to be asked', 'role-lost', { strategy: 'ask' }, 'ask'],
  ['an optional one does not', 'role-lost', { isOptional: true }, 'degrade'],
  ['and no person has to be asked about it', 'role-lost', { isOptional: true, strategy: 'ask' }, 'degrade'],
  ['a silent role is nudged first', 'role-silent', {}, 'nudge'],
  ['then it is told once more', 'role-silent', { nudges: 1 }, 'nudge'],
  ['then it is given up', 'role-silent', { nudges: 2 }, 'fail'],
  ['or done without', 'role-silent', { nudges: 2, isOptional: true }, 'degrade'],
  ['or asked about', 'role-silent', { nudges: 2, strategy: 'ask' }, 'ask'],
  ['a run out of time fails', 'time-used-up', { strategy: 'ask' }, 'fail'],
  ['a limit follows the strategy of the workflow', 'limit-reached', { strategy: 'ask' }, 'ask'],
  ['a message that fits nowhere is kept', 'unroutable-message', {}, 'dead-letter'],
  ['a missing permission ends the run', 'fault', { isOptional: true }, 'fail'],
  ['a full disk does not', 'fault', { isPassing: true }, 'retry'],
];

test.each(ROWS)('%s', (...[, cause, facts, expected]) => {
  expect(decideRecovery(cause, { ...FACTS, ...facts })).toBe(expected);
});

test('the whole table: what each error is recorded as, and what becomes of it', () => {
  const rows = RUN_ERROR_CAUSES.map((cause) => {
    const [fail, ask] = (['fail', 'ask'] as const).map((strategy) =>
      decideRecovery(cause, { ...FACTS, strategy }),
    );
    const { category } = recordOf({ cause, role: null, message: '' }, 'fail');
    return `${cause} (${category}): ${fail === ask ? fail : `${fail} or ${ask}`}`;
  });
  expect(rows).toMatchInlineSnapshot(`
    [
      "role-lost (agent_error): fail or ask",
      "role-timed-out (timeout): fail or ask",
      "role-silent (agent_error): nudge",
      "limit-reached (agent_error): fail or ask",
      "too-many-messages (agent_error): fail",
      "dead-end (agent_error): fail",
      "time-used-up (timeout): fail",
      "unroutable-message (routing_error): dead-letter",
      "absent-recipient (routing_error): leave-in-inbox",
      "fault (system_error): fail",
    ]
  `);
});

test.each(RUN_ERROR_CAUSES)('%s is recovered from unless the run fails', (cause) => {
  const error = { cause, role: 'dev', message: 'x' };
  expect(recordOf(error, 'fail')).toMatchObject({ role: 'dev', message: 'x', recovered: false });
  for (const recovery of ['retry', 'ask', 'degrade', 'dead-letter'] as const)
    expect(recordOf(error, recovery).recovered).toBe(true);
});
