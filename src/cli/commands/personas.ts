import * as z from 'zod/mini';
import { shortLine } from '../../views/one-line.ts';
import { renderTable } from '../../views/table.ts';
import { localCommand } from '../command.ts';

const DESCRIPTION_LETTERS = 80;

export const personas = localCommand({
  asks: 'anyone',
  name: 'personas',
  summary: 'List the agents that can be started',
  about:
    'Looked for in agents/<name>/<name>-agent.md, roles/<name>.md, .claude/agents/<name>.md, and those\n' +
    'that ship with Swarm; the first that has a name wins.',
  examples: ['swarm personas', 'swarm personas --json'],
  input: z.object({}),
  run: async (host) => (await host.app()).listPersonas(),
  show: ({ personas: found, problems }, style) => {
    const rows = found.map(({ name, source, cli, description }) => [
      { text: name, paint: style.bold },
      source,
      cli ?? '-',
      shortLine(description, DESCRIPTION_LETTERS),
    ]);
    const head = ['NAME', 'FROM', 'CLI', 'DESCRIPTION'];
    const broken = problems.length === 0 ? '' : `\n❌ ${problems.length} broken: swarm personas check\n`;
    const list = found.length === 0 ? 'No personas found\n' : renderTable([head, ...rows], [20, 8, 10]);
    return `${list}${broken}`;
  },
  json: ({ personas: found, problems }) => ({
    personas: found.map(({ name, description, cli, model, mode, tools, writes, file, source }) => ({
      name,
      description,
      cli,
      model,
      mode,
      tools,
      writes,
      file,
      source,
    })),
    problems,
  }),
});
