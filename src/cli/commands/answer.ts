import { command } from '../command.ts';
import { asText } from '../flag.ts';

export const answer = command({
  name: 'answer',
  summary: 'Answer a question; the agent goes on with it',
  examples: ['swarm answer q-1a2b3c4d sqlite'],
  words: [
    {
      name: 'question',
      key: 'questionId',
      about: 'Id of the question (swarm questions)',
      offers: 'question',
    },
    { name: 'answer', key: 'answer', about: 'One of the answers on offer, or any text', gather: asText },
  ],
  show: {
    'question.answer': ({ id, sessionId, runId }) =>
      `✅ Answered ${id}; ${sessionId ?? runId ?? 'the loop'} is told\n`,
  },
});
