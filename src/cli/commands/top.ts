import * as z from 'zod/mini';
import { UsageError } from '../../contract/usage-error.ts';
import { localCommand } from '../command.ts';
import { runTop } from '../run-top.ts';

export const top = localCommand({
  asks: 'person',
  name: 'top',
  summary: 'Show all sessions live, and act on them by keys',
  about: [
    'The overview of "swarm list", drawn again when something changes. Keys: j and k move, l logs, a attach,',
    'd diff, r answer, x kill (asks first), n start another one, / filter, ? help, q quit. Logs and diffs',
    'open in $PAGER, the task of a new session in $EDITOR.',
  ].join('\n'),
  examples: ['swarm top'],
  input: z.object({}),
  async run(host, _, io) {
    const { openAltScreen } = io;
    if (openAltScreen === null) {
      throw new UsageError('swarm top needs a terminal', {
        hint: 'In a pipe: swarm list; swarm events --follow',
      });
    }
    const ports = await host.top();
    return ports.ok ? runTop({ host, io, ports: ports.value, open: openAltScreen }) : ports;
  },
  show: () => '',
  answer: async () => (await import('../../contract/answer/terminal.ts')).ServedAnswer,
  // It is for eyes alone.
  json: () => undefined,
});
