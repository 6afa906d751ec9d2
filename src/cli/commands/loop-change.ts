import { ListLoops } from '../../contract/loop.ts';
import { renderLoopTable } from '../../views/loop-view.ts';
import { command } from '../command.ts';
import type { Word } from '../flag.ts';
import { reply } from '../reply.ts';

export const LOOP: Word = { name: 'loop', key: 'loopId', about: 'Id of the loop (swarm loop list)' };

export const loopList = command({
  name: 'loop list',
  summary: 'List the loops over the work queue',
  about: 'Starts the supervisor if a loop is not over and no supervisor runs.',
  examples: ['swarm loop list', 'swarm loop list --all --json'],
  flags: [{ name: 'all', short: 'a', key: 'all', about: 'Those that are over too' }],
  input: ListLoops,
  run: async (host, input) => {
    const listed = await host.ask('loop.list', input);
    if (!listed.ok) return listed;
    // A person who looks for loops wants them to go on, also after a reboot.
    const isLive = listed.value.loops.some(({ endedAt }) => endedAt === null);
    const running = isLive ? await host.ask('supervisor.start', {}) : listed;
    return running.ok ? reply('loop.list', listed.value) : running;
  },
  show: { 'loop.list': ({ loops, now }, style) => renderLoopTable(loops, now, style) },
});

export const loopStop = command({
  name: 'loop stop',
  summary: 'Stop a loop; its running sessions finish',
  examples: ['swarm loop stop loop-1a2b3c4d'],
  words: [LOOP],
  flags: [{ name: 'reason', key: 'reason', value: 'text', about: 'Why, for the record' }],
  show: {
    'loop.stop': ({ id, atWork, state }) =>
      state === 'finished'
        ? `✅ Loop ${id} is over\n`
        : `✅ Loop ${id} begins nothing more (${atWork.length} at work)\n`,
  },
});
