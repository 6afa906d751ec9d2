import { QuestionRef } from '../../contract/question.ts';
import { questionPageJson, renderQuestionPage } from '../../views/question-page.ts';
import { localCommand } from '../command.ts';

export const questionsShow = localCommand({
  asks: 'anyone',
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
  input: QuestionRef,
  run: async (host, input) => (await host.app()).showQuestion(input),
  show: renderQuestionPage,
  json: questionPageJson,
});
