import { PauseLoops } from '../../contract/loop.ts';
import type { Loop } from '../../domain/loop/loop.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { loopListJson } from '../../views/loop-view.ts';
import { verb } from '../verb.ts';
import { changeLoops, type LoopDeps } from './change-loop.ts';

/** Sessions that a paused loop has at work go on. */
export const pauseLoops = (deps: LoopDeps, input: PauseLoops): Promise<Outcome<readonly Loop[]>> =>
  changeLoops(deps, input, {
    event: 'pause',
    note: 'Paused',
    isDone: ({ state }) => state === 'paused' || state === 'stopping' || state === 'finished',
  });

export const pauseLoopsVerb = verb({
  name: 'loop.pause',
  summary: 'Pause a loop, or all of them',
  asks: 'person',
  reads: false,
  input: PauseLoops,
  answer: async () => (await import('../../contract/answer/loop.ts')).LoopListAnswer,
  run: pauseLoops,
  json: loopListJson,
});
