import { expect, test } from 'vitest';
import { decideCheck, decideGate, type GateObservation } from './gate-move.ts';

const red = { isGreen: false, isMissing: false } as const;

test('red goes back to the agent once, and then a person is asked', () => {
  expect([0, 1, 2].map((reds) => decideGate(red, reds))).toEqual(['tell-agent', 'ask-red', 'ask-red']);
});

test('a gate that is not there is asked about at once, however often the real one was red', () => {
  for (const reds of [0, 1]) expect(decideGate({ ...red, isMissing: true }, reds)).toBe('ask-missing');
});

test('green ends the session, however often it was red', () => {
  expect(decideGate({ isGreen: true }, 3)).toBe('complete');
});

/** The index of the observed gate. */
function checked(...observations: GateObservation[]): number | undefined {
  const gates = observations.map((seen, number) => ({
    iteration: { number, sessionId: `s-${number}`, workId: 'w-1', gate: 'make', isGreen: false, reds: 0 },
    seen,
  }));
  return decideCheck(gates)?.number;
}

test('a gate that runs is left alone, and keeps none of the others waiting', () => {
  expect(checked('running', 'no-slot')).toBeUndefined();
  expect(checked('running', 'absent', 'absent')).toBe(1);
  expect(checked('absent', 'running', 'over', 'over')).toBe(2);
});
