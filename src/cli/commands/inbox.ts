import * as z from 'zod/mini';
import { agentReplyJson, askSwarm, renderAgentReply, TIMEOUT_FLAG } from '../ask-swarm.ts';
import { answered, command, refused } from '../command.ts';

export const inbox = command({
  name: 'inbox',
  summary: 'Show the messages that came for you (inside a session)',
  examples: ['swarm inbox', 'swarm inbox --json'],
  flags: [TIMEOUT_FLAG],
  input: z.object({ timeoutMs: z.optional(z.int()) }),
  run: async (host, { timeoutMs }) =>
    host.attempt === null
      ? refused({ code: 'not-in-attempt', verb: 'inbox' })
      : answered(await askSwarm(host.attempt, { verb: 'inbox' }, timeoutMs)),
  show: renderAgentReply,
  json: agentReplyJson,
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
