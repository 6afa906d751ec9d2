import * as z from 'zod/mini';
import { AskQuestion } from '../../contract/question.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { questionReplyOf } from '../../views/agent-reply.ts';
import { answered, command } from '../command.ts';
import { asList, asText, durationMs } from '../flag.ts';
import type { Host } from '../host.ts';
import { askFromAttempt, type Reply } from '../reply.ts';

// Agent CLIs end a command of their own after two minutes.
const ANSWER_LIMIT_MS = 100_000;

const Input = z.extend(AskQuestion, { timeoutMs: z._default(z.int(), ANSWER_LIMIT_MS) });
type Input = z.infer<typeof Input>;

export const ask = command({
  name: 'ask',
  summary: 'Ask a person and wait for the answer (inside a session)',
  about: 'When no answer comes in time, the question stands: the answer then arrives as the next prompt.',
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
  run,
  show: { 'question.ask': ({ answer }) => `${answer}\n` },
});

async function run(host: Host, { timeoutMs, ...input }: Input): Promise<Outcome<Reply<'question.ask'>>> {
  const asked = await askFromAttempt(host, 'ask', 'question.ask', input, { timeoutMs });
  if (!asked.ok || asked.value.is !== 'told') return asked;
  return answered({ is: 'told', reply: questionReplyOf(asked.value.reply) });
}
