import * as z from 'zod/mini';
import { localCommand } from '../command.ts';

export const mcp = localCommand({
  asks: 'anyone',
  name: 'mcp',
  summary: 'Serve MCP on stdin and stdout, for an agent CLI',
  about: [
    'An agent CLI starts it and asks through it what it would ask by commands of the shell. Inside a session',
    'it speaks as that session. Outside of one it looks, and mails, reserves files and works off the',
    'queue as a participant of its own.',
  ].join('\n'),
  examples: ['swarm mcp', 'claude mcp add swarm -- swarm mcp'],
  input: z.object({}),
  run: (host, _, io) => {
    if (io.isTerminal) io.warn('ℹ️  Serving MCP: an agent CLI is expected on stdin. End with Ctrl+C.\n');
    return host.serveMcp();
  },
  show: () => '',
  answer: async () => (await import('../../contract/answer/terminal.ts')).ServedAnswer,
  // Its output is the protocol.
  json: () => undefined,
});
