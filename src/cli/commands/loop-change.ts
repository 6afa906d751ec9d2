import { ListLoops, StopLoop } from '../../contract/loop.ts';
import { loopJson, renderLoopTable } from '../../views/loop-view.ts';
import { answered, localCommand } from '../command.ts';
import type { Word } from '../flag.ts';

export const LOOP: Word = { name: 'loop', key: 'loopId', about: 'Id of the loop (swarm loop list)' };

export const loopList = localCommand({
  asks: 'anyone',
  name: 'loop list',
  summary: 'List the loops over the work queue',
  about: 'Starts the supervisor when there are any that are not over, and it has died.',
  examples: ['swarm loop list', 'swarm loop list --all --json'],
  flags: [{ name: 'all', short: 'a', key: 'all', about: 'Those that are over too' }],
  input: ListLoops,
  run: async (host, input) => {
    const listed = await (await host.app()).listLoops(input);
    if (!listed.ok) return listed;
    // Whoever looks for its loops wants them to go on, also after a reboot.
    if (listed.value.some(({ endedAt }) => endedAt === null)) await host.supervisor.start();
    return answered({ loops: listed.value, now: host.now() });
  },
  show: ({ loops, now }, style) => renderLoopTable(loops, now, style),
  json: ({ loops }) => ({ loops: loops.map(loopJson) }),
});

export const loopStop = localCommand({
  asks: 'anyone',
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
