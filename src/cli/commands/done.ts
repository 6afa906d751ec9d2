import * as z from 'zod/mini';
import { agentReplyJson, askSwarm, renderAgentReply, TIMEOUT_FLAG } from '../ask-swarm.ts';
import { answered, localCommand, refused } from '../command.ts';
import { asText } from '../flag.ts';

const Input = z.object({ summary: z._default(z.string(), ''), timeoutMs: z.optional(z.int()) });

export const done = localCommand({
  asks: 'anyone',
  name: 'done',
  summary: 'Say that the task is finished (inside a session)',
  examples: ['swarm done "all tests pass"'],
  words: [{ name: 'summary', key: 'summary', isOptional: true, about: 'What was done', gather: asText }],
  flags: [TIMEOUT_FLAG],
  input: Input,
  run: async (host, { summary, timeoutMs }) =>
    host.attempt === null
      ? refused({ code: 'not-in-attempt', verb: 'done' })
      : answered(await askSwarm(host.attempt, { verb: 'done', summary }, timeoutMs)),
  show: renderAgentReply,
  json: agentReplyJson,
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
