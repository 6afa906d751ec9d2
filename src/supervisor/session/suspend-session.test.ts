import { expect, test } from 'vitest';
import { aLoop } from '../../../tests/samples/loop.ts';
import { aSession } from '../../../tests/store/rows.ts';
import type { LoopState } from '../../domain/loop/loop.ts';
import { LOOP_METADATA } from '../../domain/loop/names.ts';
import type { Write } from '../../store/store.ts';
import type { RoundDeps } from '../deps.ts';
import type { SessionScene } from './session-scene.ts';
import { observeSuspension, suspendSession } from './suspend-session.ts';

async function held(sight: 'alive' | 'over'): Promise<string[]> {
  const saved: Write[] = [];
  const deps = {
    by: 'supervisor',
    clock: { now: () => 5 },
    config: { retries: 3, failures: { backoffCapMs: 1 } },
    store: { commit: async (writes: readonly Write[]) => void saved.push(...writes) },
  } as unknown as RoundDeps;
  const session = aSession({ state: 'working', attempt: 1 });
  const scene = { session, turns: [], suspension: { text: 'main is red' }, sight: { is: sight } };
  await suspendSession(deps, scene as unknown as SessionScene);
  return saved.flatMap((write) => (write.kind === 'step-session' ? [write.step.to.state] : []));
}

test('what is at work is parked, but not what has ended by itself: that would be done again', async () => {
  expect(await held('alive')).toEqual(['parked']);
  expect(await held('over')).toEqual([]);
});

test('the interrupt file holds sessions up whose loop can ask about it, and no others', async () => {
  const suspensionOf = (state: LoopState) =>
    observeSuspension(
      {
        store: { findPause: async () => undefined, findLoop: async () => aLoop({ state }) },
        interrupts: { observe: async () => 'main is red' },
      } as unknown as RoundDeps,
      aSession({ metadata: { [LOOP_METADATA]: 'loop-1' } }),
    );
  expect(await suspensionOf('running')).toEqual({ text: 'main is red' });
  expect(await suspensionOf('paused')).toEqual({ text: 'main is red' });
  expect(await suspensionOf('stopping')).toBeNull();
});
