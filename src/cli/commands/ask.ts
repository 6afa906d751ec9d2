import * as z from 'zod/mini';
import { agentReplyJson, askSwarm, renderAgentReply } from '../ask-swarm.ts';
import { answered, localCommand, refused } from '../command.ts';
import { asList, asText, durationMs } from '../flag.ts';

// Agent CLIs end a command of their own after two minutes.
const ANSWER_LIMIT_MS = 100_000;

const STANDS =
  'Your question stands, but nobody has answered yet. Do not ask again: end your turn now. ' +
  'The answer arrives as your next prompt.';

const Input = z.object({
  text: z.string().check(z.minLength(1)),
  options: z._default(z.array(z.string()), []),
  timeoutMs: z._default(z.int(), ANSWER_LIMIT_MS),
});

export const ask = localCommand({
  asks: 'anyone',
  name: 'ask',
  summary: 'Ask a person and wait for the answer (inside a session)',
  about: 'When nobody answers in time, the question stands: the answer then arrives as the next prompt.',
  examples: ['swarm ask "Which database?" --option sqlite --option postgres'],
  words: [
    { name: 'question', key: 'text', about: 'What must be settled before the work goes on', gather: asText },
  ],
  flags: [
    { name: 'option', key: 'options', value: 'text', about: 'An answer on offer', gather: asList },
    {
      name: 'timeout',
      key: 'timeoutMs',
      value: 'duration',
      about: 'Wait no longer than this (100s)',
      ...durationMs,
    },
  ],
  input: Input,
  run: async (host, { text, options, timeoutMs }) => {
    if (host.attempt === null) return refused({ code: 'not-in-attempt', verb: 'ask' });
    const reply = await askSwarm(host.attempt, { verb: 'ask', text, options }, timeoutMs);
    return answered(reply.isKept ? { ...reply, text: STANDS } : reply);
  },
  show: renderAgentReply,
  json: agentReplyJson,
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
