import { expect, test } from 'vitest';
import { decideRecovery, type ErrorCategory, isRecovered, type RecoveryContext } from './error-handling.ts';

const CALM: RecoveryContext = {
  failures: 1,
  retries: 3,
  nudges: 0,
  isOptional: false,
  isPassing: false,
  backoff: { firstMs: 1000, capMs: 8000 },
};

const ROWS: readonly [string, ErrorCategory, string | null, Partial<RecoveryContext>, string][] = [
  ['an agent that failed once is tried again', 'agent_error', 'dev', {}, 'retry 1000'],
  ['the pause doubles', 'agent_error', 'dev', { failures: 3 }, 'retry 4000'],
  ['a required agent without retries ends the run', 'agent_error', 'dev', { failures: 4 }, 'fail'],
  ['an optional one does not', 'agent_error', 'dev', { failures: 4, isOptional: true }, 'degrade'],
  ['agents that do not agree end the run', 'agent_error', null, { failures: 4, isOptional: true }, 'fail'],
  ['a silent agent is nudged first', 'timeout', 'dev', {}, 'nudge'],
  ['then it is tried again', 'timeout', 'dev', { nudges: 1 }, 'retry 1000'],
  ['then it is given up', 'timeout', 'dev', { nudges: 1, failures: 4 }, 'fail'],
  ['or done without', 'timeout', 'dev', { nudges: 1, failures: 4, isOptional: true }, 'degrade'],
  ['a run out of time fails', 'timeout', null, {}, 'fail'],
  ['a message that fits nowhere is kept', 'routing_error', 'dev', { failures: 99 }, 'park-message'],
  ['a full disk ends the run', 'system_error', 'dev', { isOptional: true }, 'fail'],
  ['a busy file does not', 'system_error', null, { isPassing: true }, 'retry 1000'],
  ['unless it stays busy', 'system_error', null, { isPassing: true, failures: 4 }, 'fail'],
];

test.each(ROWS)('%s', (...[, category, role, context, expected]) => {
  const recovery = decideRecovery({ category, role, message: 'x' }, { ...CALM, ...context });
  expect(recovery.do === 'retry' ? `retry ${recovery.afterMs}` : recovery.do).toBe(expected);
  expect(isRecovered(recovery)).toBe(expected !== 'fail');
});
