import { ListQuestions, QUESTION_STATES } from '../../contract/question.ts';
import { questionJson, renderQuestions } from '../../views/question-list.ts';
import { command } from '../command.ts';

export const questions = command({
  name: 'questions',
  summary: 'List what waits for a person',
  examples: [
    'swarm questions',
    'swarm questions --state answered',
    'swarm questions 20251118-153042-reviewer --all',
  ],
  words: [
    {
      name: 'session',
      key: 'sessionId',
      isOptional: true,
      about: 'Only those of this session',
      offers: 'session',
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
  input: ListQuestions,
  run: async (host, input) => (await host.app()).listQuestions(input),
  show: renderQuestions,
  json: (list) => list.map(questionJson),
});
