import * as z from 'zod/mini';
import { renderPersonas } from '../../views/persona-list.ts';
import { renderRanking } from '../../views/persona-ranking.ts';
import { command } from '../command.ts';
import { askVerb } from '../reply.ts';

export const personas = command({
  name: 'personas',
  summary: 'List the personas that you can start',
  about:
    'Looked for in agents/<name>/<name>-agent.md, roles/<name>.md, .claude/agents/<name>.md, and those\n' +
    'that ship with Swarm; the first that has a name wins.\n' +
    'With --for: the best for a task first, by the words of their names, tags and descriptions, and\n' +
    'by how their sessions ended. "swarm create auto" picks by the same.',
  examples: ['swarm personas', 'swarm personas --json', 'swarm personas --for task.md'],
  flags: [
    {
      name: 'for',
      key: 'task',
      value: 'file',
      about: 'Rank them for the task in this file, or - for stdin',
      offers: 'file',
    },
  ],
  input: z.object({ task: z.optional(z.string()) }),
  async run(host, { task }) {
    if (task === undefined) return askVerb(host, 'persona.list', {});
    const read = await host.readText(task);
    return read.ok ? askVerb(host, 'persona.rank', { task: read.value }) : read;
  },
  show: {
    'persona.list': renderPersonas,
    'persona.rank': (ranked) => `${renderRanking(ranked)}\n`,
  },
});
