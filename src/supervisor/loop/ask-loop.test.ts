import { expect, test } from 'vitest';
import { aLoop } from '../../../tests/samples/loop.ts';
import { roundDeps } from '../../../tests/samples/round.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aNote, aQuestion } from '../../../tests/store/rows.ts';
import type { Loop } from '../../domain/loop/loop.ts';
import { createGateRunner } from '../gate/gate-runner.ts';
import { finishLoop, goOn, stopAsked } from './ask-loop.ts';
import { lookAtLoop } from './loop-scene.ts';

const loop = aLoop({ id: 'loop-1', state: 'waiting', questionId: 'q-1', failures: 2, nextAt: 9 });

const refuse = async (): Promise<never> => {
  throw new Error('nothing is begun here');
};
const loopParts = {
  gateRunner: createGateRunner({ run: refuse }, () => undefined),
  log: () => undefined,
  sharedFolders: { observeStand: refuse, shelve: refuse, mergeTrees: refuse, ensureMoved: refuse },
  loopPorts: {
    resolveSession: refuse,
    workspacePath: () => '',
    pullOutsideWork: async () => [],
    tellOutside: async () => null,
    archive: async () => true,
    findFolder: async () => null,
    findTemplate: refuse,
    neededBases: { ensureBase: refuse },
  },
};

const question = (kind: 'loop-interrupt' | 'loop') =>
  aQuestion({
    id: 'q-1',
    sessionId: null,
    kind,
    payload: {},
    text: 'main is red',
    state: 'answered',
    answer: 'go on',
  });

/** What is left of the loop and of its interrupt file after an answer was obeyed. */
async function answered(act: typeof goOn, kind: 'loop-interrupt' | 'loop', others: readonly Loop[] = []) {
  const store = new OracleStore();
  await store.commit([
    { kind: 'add-question', question: question(kind), journal: aNote() },
    ...[loop, ...others].map((one) => ({ kind: 'add-loop', loop: one, journal: aNote() }) as const),
  ]);
  const gone: string[] = [];
  const interrupts = {
    observe: async () => null,
    ensureGone: async (text: string) => void gone.push(text),
  };
  const deps = { ...roundDeps({ store, interrupts }), ...loopParts };
  await act(deps, await lookAtLoop(deps, loop), 'a person said so');
  return {
    gone,
    to: await store.findLoop(loop.id),
    asked: (await store.findQuestion('q-1'))?.state,
  };
}

test('an answer takes back the interrupt that it was given to, and forgets no failures', async () => {
  const { gone, to, asked } = await answered(goOn, 'loop-interrupt');
  expect(gone).toEqual(['main is red']);
  expect(to).toMatchObject({ state: 'running', failures: 2, nextAt: 9 });
  expect(asked).toBe('delivered');
  const { gone: none, to: anew } = await answered(goOn, 'loop');
  expect(none).toEqual([]);
  expect(anew).toMatchObject({ state: 'running', failures: 0, nextAt: null });
});

test('to stop one loop takes no interrupt back that others wait for', async () => {
  const other = (state: Loop['state']) => aLoop({ id: 'loop-2', state });
  expect((await answered(stopAsked, 'loop-interrupt', [other('waiting')])).gone).toEqual([]);
  expect((await answered(stopAsked, 'loop-interrupt', [other('stopping')])).gone).toEqual(['main is red']);
});

test('the last words of a loop are a success only where nothing failed', async () => {
  const lastWords = async (failedCount: number): Promise<string | undefined> => {
    const store = new OracleStore();
    const done = aLoop({ id: 'loop-1', doneCount: 18, failedCount });
    await store.commit([{ kind: 'add-loop', loop: done, journal: aNote() }]);
    await finishLoop({ ...roundDeps({ store }), ...loopParts }, done, 'the queue is empty');
    return (await store.listJournal({ after: 0, limit: 10 })).at(-1)?.note;
  };
  expect(await lastWords(0)).toBe('SUCCESS: Loop finished: 18 done: the queue is empty');
  expect(await lastWords(2)).toBe('WARNING: Loop finished: 18 done, 2 failed: the queue is empty');
});
