import * as z from 'zod/mini';
import { ListQuestions, QUESTION_STATES } from '../../contract/question.ts';
import { questionJson, renderQuestions } from '../../views/question-list.ts';
import { localCommand } from '../command.ts';
import { whoseOf } from '../session-of.ts';

const Input = z.extend(z.omit(ListQuestions, { sessionId: true, runId: true }), {
  name: z.optional(z.string()),
});

export const questions = localCommand({
  asks: 'anyone',
  name: 'questions',
  summary: 'List what waits for a person',
  examples: ['swarm questions', 'swarm questions --state answered', 'swarm questions 1763222400000 --all'],
  words: [
    {
      name: 'session|run|role',
      key: 'name',
      isOptional: true,
      about: 'Only those of this session, or of this run and its sessions',
      offers: 'target',
    },
  ],
  flags: [
    { name: 'all', short: 'a', key: 'all', about: 'Those that are settled too' },
    {
      name: 'state',
      key: 'state',
      value: 'state',
      about: `Only these: ${QUESTION_STATES.join(', ')}`,
      offers: QUESTION_STATES,
    },
  ],
  input: Input,
  run: async (host, { name, ...wanted }) => {
    const app = await host.app();
    const whose = await whoseOf(app, name);
    return whose.ok ? app.listQuestions({ ...whose.value, ...wanted }) : whose;
  },
  show: renderQuestions,
  json: (list) => list.map(questionJson),
});
