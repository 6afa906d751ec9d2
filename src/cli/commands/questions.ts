import { QUESTION_STATES } from '../../contract/question.ts';
import { renderQuestions } from '../../views/question-list.ts';
import { command } from '../command.ts';

export const questions = command({
  name: 'questions',
  summary: 'List the questions that wait for you',
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
  show: { 'question.list': renderQuestions },
});
