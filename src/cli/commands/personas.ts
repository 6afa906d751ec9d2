import * as z from 'zod/mini';
import { renderPersonas } from '../../views/persona-list.ts';
import { command } from '../command.ts';
import { asks } from '../reply.ts';

export const personas = command({
  name: 'personas',
  summary: 'List the personas that you can start',
  about:
    'Looked for in agents/<name>/<name>-agent.md, roles/<name>.md, .claude/agents/<name>.md, and those\n' +
    'that ship with Swarm; the first that has a name wins.',
  examples: ['swarm personas', 'swarm personas --json'],
  input: z.object({}),
  run: asks('persona.list'),
  show: { 'persona.list': renderPersonas },
});
