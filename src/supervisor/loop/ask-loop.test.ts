import { expect, test } from 'vitest';
import { aLoop } from '../../../tests/samples/loop.ts';
import { aQuestion } from '../../../tests/store/rows.ts';
import type { Loop } from '../../domain/loop/loop.ts';
import type { Write } from '../../store/store.ts';
import { goOn, stopAsked } from './ask-loop.ts';
import type { LoopDeps } from './loop-deps.ts';
import type { LoopScene } from './loop-scene.ts';

const loop = aLoop({ id: 'loop-1', state: 'waiting', questionId: 'q-1', failures: 2, nextAt: 9 });

async function answered(act: typeof goOn, kind: 'loop-interrupt' | 'loop', others: readonly Loop[] = []) {
  const gone: string[] = [];
  const saved: Write[] = [];
  const deps = {
    by: 'supervisor',
    clock: { now: () => 5 },
    poke: async () => {},
    interrupts: { ensureGone: async (text: string) => void gone.push(text) },
    store: {
      listLoops: async () => [loop, ...others],
      commit: async (writes: readonly Write[]) => void saved.push(...writes),
    },
  } as unknown as LoopDeps;
  const question = aQuestion({
    id: 'q-1',
    kind,
    payload: {},
    text: 'main is red',
    state: 'answered',
    answer: 'go on',
  });
  await act(deps, { loop, question } as LoopScene, 'a person said so');
  const [to] = saved.flatMap((write) => (write.kind === 'step-loop' ? [write.step.to] : []));
  return { gone, to };
}

test('an answer takes back the interrupt that it was given to, and forgets no failures', async () => {
  const { gone, to } = await answered(goOn, 'loop-interrupt');
  expect(gone).toEqual(['main is red']);
  expect(to).toMatchObject({ state: 'running', failures: 2, nextAt: 9 });
  const { gone: none, to: anew } = await answered(goOn, 'loop');
  expect(none).toEqual([]);
  expect(anew).toMatchObject({ state: 'running', failures: 0, nextAt: null });
});

test('to stop one loop takes no interrupt back that others wait for', async () => {
  const other = (state: Loop['state']) => aLoop({ id: 'loop-2', state });
  expect((await answered(stopAsked, 'loop-interrupt', [other('waiting')])).gone).toEqual([]);
  expect((await answered(stopAsked, 'loop-interrupt', [other('stopping')])).gone).toEqual(['main is red']);
});
