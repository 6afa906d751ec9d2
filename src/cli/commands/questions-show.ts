import { renderQuestionPage } from '../../views/question-page.ts';
import { command } from '../command.ts';

export const questionsShow = command({
  name: 'questions show',
  summary: 'Show one question in full, with its answer and notifications',
  examples: ['swarm questions show q-1a2b3c4d'],
  words: [
    {
      name: 'question',
      key: 'questionId',
      about: 'Id of the question (swarm questions)',
      offers: 'question',
    },
  ],
  show: { 'question.show': renderQuestionPage },
});
