import * as z from 'zod/mini';
import { FinishSession } from '../../contract/session.ts';
import { TIMEOUT_FLAG } from '../ask-swarm.ts';
import { command } from '../command.ts';
import { asText } from '../flag.ts';
import { askFromAttempt } from '../reply.ts';

export const done = command({
  name: 'done',
  summary: 'Mark the task as finished (inside a session)',
  examples: ['swarm done "all tests pass"'],
  words: [{ name: 'summary', key: 'summary', isOptional: true, about: 'What was done', gather: asText }],
  flags: [TIMEOUT_FLAG],
  input: z.extend(FinishSession, { timeoutMs: z.optional(z.int()) }),
  run: (host, { timeoutMs, ...input }) =>
    askFromAttempt(host, 'done', 'session.finish', input, { timeoutMs }),
  show: { 'session.finish': ({ session_id: id, state }) => `${id} is ${state}\n` },
});
