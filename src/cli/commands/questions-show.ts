import { renderQuestionPage } from '../../views/question-page.ts';
import { command } from '../command.ts';

export const questionsShow = command({
  name: 'questions show',
  summary: 'Show one question: its whole text, who asked, its answer, and how you were told',
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
