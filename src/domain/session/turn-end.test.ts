import { expect, test } from 'vitest';
import { aSession } from '../../../tests/store/rows.ts';
import { RETRY_POLICIES } from '../retry/retry.ts';
import { decideTurnEnd } from './turn-end.ts';

type TurnEndFact = Parameters<typeof decideTurnEnd>[1];

const ended = (changes: Partial<TurnEndFact> = {}): TurnEndFact => ({
  kind: 'turn-ended',
  ok: true,
  text: 'done',
  problem: null,
  inputTokens: 0,
  outputTokens: 0,
  processCostUsd: null,
  ...changes,
});
const session = aSession({ state: 'working', retriesLeft: 1 });
const worn = aSession({ state: 'working', retriesLeft: 0 });
const alone = {
  turnsLeft: 0,
  isAwaiting: false,
  contractErrors: [],
  wasCorrected: false,
  stretches: 0,
  mostStretches: 2,
};

test('a good end with nothing left completes a session that ends after its turn', () => {
  expect(decideTurnEnd(session, ended(), alone)).toEqual({ next: 'complete' });
});

test.each([
  ['a turn is queued', { ...alone, turnsLeft: 1 }],
  ['a task runs in the background', { ...alone, isAwaiting: true }],
])('a good end only rests while %s', (_, around) => {
  expect(decideTurnEnd(session, ended(), around)).toEqual({ next: 'idle' });
});

test('a session that is told when to end rests after each turn', () => {
  expect(decideTurnEnd(aSession({ ends: 'when-told' }), ended(), alone)).toEqual({ next: 'idle' });
});

test('a rate limit is waited out and costs no retry', () => {
  const end = decideTurnEnd(worn, ended({ ok: false, problem: 'rate-limit' }), alone);
  expect(end).toMatchObject({ next: 'retry', cause: 'rate-limit', text: 'done' });
  expect(RETRY_POLICIES['rate-limit'].tries).toBe('endless');
});

test.each(['overloaded', 'server-error', 'network'])(
  '%s is an outage, which is waited out for as long as it takes',
  (problem) => {
    expect(decideTurnEnd(session, ended({ ok: false, problem }), alone)).toMatchObject({
      next: 'retry',
      cause: 'service-outage',
      reason: 'exit-code',
    });
    expect(RETRY_POLICIES['service-outage'].tries).toBe('endless');
  },
);

test('a turn that was broken off costs a retry', () => {
  const end = decideTurnEnd(session, ended({ ok: false, problem: 'aborted' }), alone);
  expect(end).toMatchObject({ next: 'retry', cause: 'crash' });
  expect(RETRY_POLICIES.crash.tries).toBe('counted');
});

test('any other error is the answer of the agent, in its own words or in ours', () => {
  const said = decideTurnEnd(session, ended({ ok: false, problem: 'billing', text: 'too long' }), alone);
  expect(said).toEqual({ next: 'fail', reason: 'exit-code', text: 'too long' });
  const silent = decideTurnEnd(session, ended({ ok: false, problem: null, text: '' }), alone);
  expect(silent).toMatchObject({ text: 'the agent reported an error' });
});

test('the limit of model turns is the end of a stretch, and asked about when there were too many', () => {
  const limited = ended({ ok: false, problem: 'max-turns', text: 'too long' });
  const after = (stretches: number) => decideTurnEnd(session, limited, { ...alone, stretches });
  expect(after(0)).toEqual({ next: 'stretch', isLast: false });
  expect(after(1)).toEqual({ next: 'stretch', isLast: false });
  expect(after(2)).toEqual({ next: 'stretch', isLast: true });
});

test('a missing login fails nothing; a person before the screen sees it there', () => {
  const refused = ended({ ok: false, problem: 'authentication', text: 'Invalid API key' });
  expect(decideTurnEnd(worn, refused, alone)).toEqual({ next: 'log-in', text: 'Invalid API key' });
  expect(decideTurnEnd({ ...session, takenOver: true }, refused, alone)).toEqual({ next: 'idle' });
});

test('want of money is no failure: it is for the budgets to say what comes next', () => {
  const end = decideTurnEnd(worn, ended({ ok: false, problem: 'budget' }), alone);
  expect(end).toEqual({ next: 'spent', text: 'done' });
});

test('what a person has taken over rests after every turn, good or bad', () => {
  const taken = aSession({ state: 'working', takenOver: true, retriesLeft: 0 });
  const bad = ended({ ok: false, problem: 'invalid-request' });
  expect(decideTurnEnd(taken, ended(), alone)).toEqual({ next: 'idle' });
  expect(decideTurnEnd(taken, bad, alone)).toEqual({ next: 'idle' });
  const limited = ended({ ok: false, problem: 'rate-limit' });
  expect(decideTurnEnd({ ...taken, retriesLeft: 1 }, limited, alone)).toEqual({ next: 'idle' });
});

test('a result that does not fit its schema goes back once, then the session fails', () => {
  const misfit = { ...alone, contractErrors: ['/a must be number'] };
  expect(decideTurnEnd(session, ended(), misfit)).toEqual({ next: 'correct', errors: ['/a must be number'] });
  expect(decideTurnEnd(session, ended(), { ...misfit, wasCorrected: true })).toEqual({
    next: 'fail',
    reason: 'contract',
    text: 'the result does not fit: /a must be number',
  });
});

test('so does an agent CLI that gave up on the schema by itself', () => {
  const gaveUp = ended({ ok: false, problem: 'schema', text: 'five tries' });
  expect(decideTurnEnd(session, gaveUp, alone)).toEqual({ next: 'correct', errors: ['five tries'] });
  expect(decideTurnEnd(session, gaveUp, { ...alone, wasCorrected: true })).toMatchObject({
    reason: 'contract',
  });
});

test('a result is looked at only when nothing more is to come', () => {
  const misfit = { ...alone, contractErrors: ['/a must be number'], turnsLeft: 1 };
  expect(decideTurnEnd(session, ended(), misfit)).toEqual({ next: 'idle' });
});
