import type { ListLoops, LoopRef, PauseLoops, StartLoop, StopLoop } from '../../contract/loop.ts';
import type { Loop } from '../../domain/loop/loop.ts';
import type { Outcome } from '../../domain/outcome.ts';

export type StartedLoop = Readonly<{
  loop: Loop;
  /** Loops that are not over either. */
  others: readonly string[];
  warnings: readonly string[];
  /** The last line of the journal before it. */
  seq: number;
}>;

/** What a door may ask of loops. */
export interface LoopVerbs {
  startLoop(input: StartLoop): Promise<Outcome<StartedLoop>>;
  showLoop(input: LoopRef): Promise<Outcome<Loop>>;
  listLoops(input: ListLoops): Promise<Outcome<readonly Loop[]>>;
  /** Nothing more is begun; what is at work comes to its end. */
  stopLoop(input: StopLoop): Promise<Outcome<Loop>>;
  pauseLoops(input: PauseLoops): Promise<Outcome<readonly Loop[]>>;
  unpauseLoops(input: PauseLoops): Promise<Outcome<readonly Loop[]>>;
}
