import { renderAnswered } from '../../views/answered-question.ts';
import { command } from '../command.ts';
import { asList } from '../flag.ts';

export const answer = command({
  name: 'answer',
  summary: 'Answer a question so that the agent can go on',
  about: [
    'A permission is answered with "allow" (this once), "always" (for this session, by the rule that',
    '"swarm questions show" names) or "deny", with words for the agent if you like.',
    'An agent that asks several things at once is answered together or one by one, "question=answer" each:',
    'by label or number of an option, several divided by commas, or in your own words. It goes on when the',
    'last one is answered.',
  ].join('\n'),
  examples: [
    'swarm answer q-1a2b3c4d sqlite',
    'swarm answer q-1a2b3c4d always',
    'swarm answer q-1a2b3c4d deny "use the other file"',
    'swarm answer q-1a2b3c4d "Which store?=Postgres" "Which features?=Auth, Cache"',
  ],
  words: [
    {
      name: 'question',
      key: 'questionId',
      about: 'Id of the question (swarm questions)',
      offers: 'question',
    },
    { name: 'answer', key: 'answer', about: 'One of the answers on offer, or any text', gather: asList },
  ],
  show: { 'question.answer': renderAnswered },
});
