import { PauseLoops } from '../../contract/loop.ts';
import type { Loop } from '../../domain/loop/loop.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { loopListJson } from '../../views/loop-view.ts';
import { verb } from '../verb.ts';
import { changeLoops, type LoopDeps } from './change-loop.ts';

export const unpauseLoops = (deps: LoopDeps, input: PauseLoops): Promise<Outcome<readonly Loop[]>> =>
  changeLoops(deps, input, {
    event: 'unpause',
    note: 'Goes on',
    isDone: ({ state }) => state !== 'paused',
  });

export const unpauseLoopsVerb = verb({
  name: 'loop.unpause',
  summary: 'Unpause a loop, or all of them',
  asks: 'person',
  reads: false,
  input: PauseLoops,
  answer: async () => (await import('../../contract/answer/loop.ts')).LoopListAnswer,
  run: unpauseLoops,
  json: loopListJson,
});
