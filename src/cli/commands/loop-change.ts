import * as z from 'zod/mini';
import { ListLoops, PauseLoops, StopLoop } from '../../contract/loop.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Loop } from '../../domain/loop/loop.ts';
import { loopJson, renderLoopTable } from '../../views/loop-view.ts';
import { answered, command } from '../command.ts';
import type { Word } from '../flag.ts';

const LOOP: Word = { name: 'loop', key: 'loopId', about: 'Id of the loop (swarm loop list)' };

export const loopList = command({
  name: 'loop list',
  summary: 'List the loops over the work queue',
  examples: ['swarm loop list', 'swarm loop list --all --json'],
  flags: [{ name: 'all', short: 'a', key: 'all', about: 'Those that are over too' }],
  input: ListLoops,
  run: async (host, input) => {
    const listed = await (await host.app()).listLoops(input);
    return listed.ok ? answered({ loops: listed.value, now: host.now() }) : listed;
  },
  show: ({ loops, now }, style) => renderLoopTable(loops, now, style),
  json: ({ loops }) => ({ loops: loops.map(loopJson) }),
});

export const loopStop = command({
  name: 'loop stop',
  summary: 'Let a loop begin nothing more; what is at work comes to its end',
  examples: ['swarm loop stop loop-1a2b3c4d'],
  words: [LOOP],
  flags: [{ name: 'reason', key: 'reason', value: 'text', about: 'Why, for the record' }],
  input: StopLoop,
  run: async (host, input) => (await host.app()).stopLoop(input),
  show: ({ id, atWork, state }) =>
    state === 'finished'
      ? `✅ Loop ${id} is over\n`
      : `✅ Loop ${id} begins nothing more (${atWork.length} at work)\n`,
  json: loopJson,
});

const Pausing = z.extend(PauseLoops, { all: z._default(z.boolean(), false) });
type Pausing = z.infer<typeof Pausing>;

const ALL = { name: 'all', short: 'a', key: 'all', about: 'All loops of the project' };

function whichOf({ all, loopId }: Pausing): PauseLoops {
  if (all === (loopId === undefined)) return loopId === undefined ? {} : { loopId };
  throw new UsageError('Say which loop, or --all', { key: 'all' });
}

const renderStates = (loops: readonly Loop[]): string =>
  loops.length === 0 ? 'No loops\n' : loops.map(({ id, state }) => `✅ Loop ${id} is ${state}\n`).join('');

export const pause = command({
  name: 'pause',
  summary: 'Let a loop, or all of them, begin nothing until swarm unpause',
  about: 'Sessions that are at work go on: swarm kill ends them.',
  examples: ['swarm pause --all', 'swarm pause loop-1a2b3c4d'],
  words: [{ ...LOOP, isOptional: true }],
  flags: [ALL],
  input: Pausing,
  run: async (host, input) => (await host.app()).pauseLoops(whichOf(input)),
  show: renderStates,
  json: (loops) => ({ loops: loops.map(loopJson) }),
});

export const unpause = command({
  name: 'unpause',
  summary: 'Let loops that were paused go on; without a name, all of them',
  examples: ['swarm unpause', 'swarm unpause loop-1a2b3c4d'],
  words: [{ ...LOOP, isOptional: true }],
  input: PauseLoops,
  run: async (host, input) => (await host.app()).unpauseLoops(input),
  show: renderStates,
  json: (loops) => ({ loops: loops.map(loopJson) }),
});
