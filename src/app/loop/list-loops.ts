import { ListLoops } from '../../contract/loop.ts';
import type { Loop } from '../../domain/loop/loop.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { loopListJson } from '../../views/loop-view.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';

export type LoopList = Readonly<{ loops: readonly Loop[]; now: number }>;

export const listLoops = async (
  { store, clock }: Pick<VerbDeps, 'store' | 'clock'>,
  { all }: ListLoops,
): Promise<Outcome<LoopList>> => accept({ loops: await store.listLoops({ isLive: !all }), now: clock.now() });

export const listLoopsVerb = verb({
  name: 'loop.list',
  summary: 'List the loops over the work queue',
  asks: 'person',
  reads: true,
  input: ListLoops,
  answer: async () => (await import('../../contract/answer/loop.ts')).LoopListAnswer,
  run: listLoops,
  json: ({ loops }) => loopListJson(loops),
});
