import { StopLoop } from '../../contract/loop.ts';
import { isLoopOver, type Loop } from '../../domain/loop/loop.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { loopJson } from '../../views/loop-view.ts';
import { verb } from '../verb.ts';
import { changeLoop, type LoopDeps } from './change-loop.ts';

/** Nothing more is begun; what is at work comes to its end. Said twice, it is stopped once. */
export const stopLoop = (deps: LoopDeps, { loopId, reason }: StopLoop): Promise<Outcome<Loop>> =>
  changeLoop(deps, loopId, { event: 'stop', note: `Stopped: ${reason}`, isDone: isLeaving });

const isLeaving = (loop: Loop): boolean => loop.state === 'stopping' || isLoopOver(loop);

export const stopLoopVerb = verb({
  name: 'loop.stop',
  summary: 'Stop a loop; its running sessions finish',
  asks: 'person',
  reads: false,
  input: StopLoop,
  answer: async () => (await import('../../contract/answer/loop.ts')).LoopAnswer,
  run: stopLoop,
  json: loopJson,
});
