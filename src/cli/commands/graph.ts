import * as z from 'zod/mini';
import { ShowGraph } from '../../contract/session.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { renderGraph, renderSessionMermaid } from '../../views/session-graph.ts';
import { command } from '../command.ts';
import type { Host } from '../host.ts';
import type { Io } from '../io.ts';
import { type Reply, reply } from '../reply.ts';

const Input = z.extend(ShowGraph, { mermaid: z._default(z.boolean(), false) });
type Input = z.infer<typeof Input>;

export const graph = command({
  name: 'graph',
  summary: 'Show which sessions wait for which',
  about: 'Without a name: every session that is not over, with all that it is joined to by --after.',
  examples: [
    'swarm graph',
    'swarm graph 20251118-153042-reviewer',
    'swarm graph --all --mermaid > graph.mmd',
  ],
  words: [
    {
      name: 'session',
      key: 'sessionId',
      about: 'Only what is joined with this one',
      isOptional: true,
      offers: 'session',
    },
  ],
  flags: [
    { name: 'all', key: 'all', about: 'Also where everything is over' },
    { name: 'mermaid', key: 'mermaid', about: 'Write it as a Mermaid diagram' },
  ],
  onlyReads: true,
  input: Input,
  run,
  show: { 'session.graph': renderGraph },
});

async function run(
  host: Host,
  { mermaid, ...wanted }: Input,
  io: Io,
): Promise<Outcome<Reply<'session.graph'>>> {
  const shown = await host.ask('session.graph', wanted);
  if (!shown.ok) return shown;
  if (mermaid && !io.isJson) await io.say(renderSessionMermaid(shown.value));
  return reply('session.graph', shown.value, { written: mermaid ? 'text' : 'nothing' });
}
