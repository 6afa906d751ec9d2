import { USAGE_BY } from '../../contract/usage.ts';
import { renderUsage } from '../../views/usage-table.ts';
import { command } from '../command.ts';
import { durationMs } from '../flag.ts';

export const usage = command({
  name: 'usage',
  summary: 'Show tokens, cost, tool calls and time',
  about:
    'Counts attempts by when they began; days are in UTC. TIME is how long their processes ran.\n' +
    'CPU is the time and MEMORY the most at one time, of attempts that are over; – is not known.\n' +
    'By item: all sessions that loops began for it. Agents that report no cost or tokens count with none.',
  examples: ['swarm usage', 'swarm usage --since 7d --by persona', 'swarm usage --by item --json'],
  flags: [
    {
      name: 'since',
      key: 'youngerThanMs',
      value: 'duration',
      about: 'Only what began within this time, as 7d',
      ...durationMs,
    },
    { name: 'by', key: 'by', value: 'what', about: `One of ${USAGE_BY.join(', ')}`, offers: USAGE_BY },
  ],
  show: { 'usage.list': renderUsage },
});
