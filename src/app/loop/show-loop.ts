import { LoopRef } from '../../contract/loop.ts';
import type { Loop } from '../../domain/loop/loop.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { loopJson } from '../../views/loop-view.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { findLoop } from './find-loop.ts';

export const showLoop = ({ store }: Pick<VerbDeps, 'store'>, { loopId }: LoopRef): Promise<Outcome<Loop>> =>
  findLoop(store, loopId);

export const showLoopVerb = verb({
  name: 'loop.show',
  summary: 'Show one loop',
  asks: 'person',
  reads: true,
  input: LoopRef,
  answer: async () => (await import('../../contract/answer/loop.ts')).LoopAnswer,
  run: showLoop,
  json: loopJson,
});
