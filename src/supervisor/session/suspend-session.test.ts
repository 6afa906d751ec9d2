import { expect, test } from 'vitest';
import { aLoop } from '../../../tests/samples/loop.ts';
import { roundDeps, storeWith } from '../../../tests/samples/round.ts';
import { aNote, anAttempt, aSession, T0 } from '../../../tests/store/rows.ts';
import { rehearsal } from '../../agents/rehearsal.ts';
import type { LoopState } from '../../domain/loop/loop.ts';
import { LOOP_METADATA } from '../../domain/loop/names.ts';
import type { AttemptObservation } from '../../runtime/attempt/attempts.ts';
import { observeScene } from './session-scene.ts';
import { observeSuspension, suspendSession } from './suspend-session.ts';

const OVER = { is: 'over', exitCode: 0, closedByPerson: false, worldDied: false } as const;

/** A session at work after a round in which something suspends it. */
async function suspended(observation: AttemptObservation) {
  const session = aSession({ state: 'working', attempt: 1, retriesLeft: 2 });
  const store = await storeWith({ session, attempt: anAttempt() });
  const deps = roundDeps({ store, agent: rehearsal, attempts: { observe: async () => observation } });
  await suspendSession(deps, await observeScene(deps, session, { text: 'main is red' }));
  return store.findSession(session.id);
}

test('what is at work is parked at once, and it costs no retry', async () => {
  const session = await suspended({ is: 'alive', pid: 1 });
  expect(session).toMatchObject({ state: 'parked', retriesLeft: 2, resumeAt: T0 + 5 });
});

test('what has ended by itself is left alone: it would be done again', async () => {
  expect(await suspended(OVER)).toMatchObject({ state: 'working', version: aSession().version });
});

test('the interrupt file suspends every session but those of a loop that was stopped', async () => {
  const session = aSession({ metadata: { [LOOP_METADATA]: 'loop-1' } });
  const suspensionOf = async (state: LoopState) => {
    const store = await storeWith({ session });
    await store.commit([{ kind: 'add-loop', loop: aLoop({ id: 'loop-1', state }), journal: aNote() }]);
    const interrupts = { observe: async () => 'main is red', ensureGone: async () => undefined };
    return observeSuspension(roundDeps({ store, interrupts }), session);
  };
  expect(await suspensionOf('running')).toEqual({ text: 'main is red' });
  expect(await suspensionOf('paused')).toEqual({ text: 'main is red' });
  expect(await suspensionOf('stopping')).toBeNull();
  const interrupts = { observe: async () => 'main is red', ensureGone: async () => undefined };
  const lone = aSession({ id: 's-9' });
  const deps = roundDeps({ store: await storeWith({ session: lone }), interrupts });
  expect(await observeSuspension(deps, lone)).toEqual({ text: 'main is red' });
});
