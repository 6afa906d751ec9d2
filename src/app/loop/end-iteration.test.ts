import { describe, expect, test } from 'vitest';
import { aLoop } from '../../../tests/samples/loop.ts';
import { aWork } from '../../../tests/samples/work.ts';
import { aSession } from '../../../tests/store/rows.ts';
import type { Iteration } from '../../domain/loop/loop.ts';
import type { Session } from '../../domain/session/session.ts';
import { draftIterationEnd, type EndedIteration } from './end-iteration.ts';

const AT = 10_000;
const ITERATION: Iteration = {
  number: 3,
  sessionId: 's-1',
  workId: 'work-1',
  gate: null,
  isGreen: false,
  reds: 0,
};
const held = aWork({
  state: 'claimed',
  holder: 'session:s-1',
  leaseUntil: AT + 1,
  retries: 1,
  retriesLeft: 1,
});
const over = (state: Session['state']) => aSession({ id: 's-1', state, reasonText: 'exit code 4' });

function settled(ended: Partial<EndedIteration>) {
  const iteration = ended.iteration ?? ITERATION;
  const loop = aLoop({ atWork: [iteration], failures: 1 });
  const whole = { iteration, session: over('completed'), work: held, ...ended };
  const writes = draftIterationEnd(loop, whole, { at: AT, by: 'supervisor', capMs: 60_000 });
  return writes.flatMap((write) => {
    if (write.kind === 'step-loop') return [`loop: ${write.step.to.failures} in a row`];
    return write.kind === 'step-work' ? [`work: ${write.step.event}`] : [];
  });
}

describe('the end of an iteration', () => {
  test('finishes its work when the session completed', () => {
    expect(settled({})).toEqual(['loop: 0 in a row', 'work: finish']);
  });

  test('brings its work back into the queue while retries are left, and fails it then', () => {
    expect(settled({ session: over('failed') })).toEqual(['loop: 2 in a row', 'work: retry']);
    const last = { ...held, retriesLeft: 0 };
    expect(settled({ session: over('killed'), work: last })).toEqual(['loop: 2 in a row', 'work: fail']);
  });

  test('without the green of its gate is a failure, whatever the agent says', () => {
    const gated = { ...ITERATION, gate: 'make check' };
    expect(settled({ iteration: gated })).toEqual(['loop: 2 in a row', 'work: retry']);
    expect(settled({ iteration: { ...gated, isGreen: true } })).toEqual(['loop: 0 in a row', 'work: finish']);
  });

  test('leaves work alone that the session does not hold any more', () => {
    expect(settled({ work: { ...held, holder: 'ann' } })).toEqual(['loop: 2 in a row']);
    expect(settled({ work: { ...held, state: 'done', holder: null } })).toEqual(['loop: 0 in a row']);
    expect(settled({ session: undefined, work: undefined })).toEqual(['loop: 2 in a row']);
  });
});
