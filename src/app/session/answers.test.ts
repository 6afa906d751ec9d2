import { expect, test } from 'vitest';
import { sampleQuestion, sampleSession, sampleView } from '../../../tests/samples/session.ts';
import { listQuestionsVerb } from '../question/list-questions.ts';
import { showQuestionVerb } from '../question/show-question.ts';
import { createSessionVerb } from './create-session.ts';
import { showSessionVerb } from './show-session.ts';
import { waitSessionsVerb } from './wait-sessions.ts';

const view = sampleView();
const session = sampleSession();
const question = sampleQuestion();

test.each([
  [showSessionVerb.answer, showSessionVerb.json(view)],
  [
    createSessionVerb.answer,
    createSessionVerb.json({
      session,
      isNew: true,
      workDir: '/w/1',
      branch: 'swarm/1',
      workspaceDir: '.swarm/sessions/s',
      pane: null,
      limits: ['$10.00, then it asks'],
      warnings: [],
      chosen: null,
      ended: view,
    }),
  ],
  [
    waitSessionsVerb.answer,
    waitSessionsVerb.json({ sessions: [session], runs: [], races: [], isInTime: true, now: 0 }),
  ],
  [listQuestionsVerb.answer, listQuestionsVerb.json([{ ...question, title: 'Check the dashboards' }])],
  [showQuestionVerb.answer, showQuestionVerb.json({ question, session, notifications: [], now: 0 })],
])('the JSON of a verb parses with its own schema, and nothing of it is lost', async (schema, json) => {
  expect((await schema()).parse(json)).toEqual(json);
});
