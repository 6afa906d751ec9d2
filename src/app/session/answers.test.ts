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
      workspaceDir: '.swarm/sessions/s',
      pane: null,
      warnings: [],
      ended: view,
    }),
  ],
  [waitSessionsVerb.answer, waitSessionsVerb.json({ sessions: [session], runs: [], isInTime: true, now: 0 })],
  [listQuestionsVerb.answer, listQuestionsVerb.json([question])],
  [showQuestionVerb.answer, showQuestionVerb.json({ question, session, notifications: [], now: 0 })],
])('the JSON of a verb parses with its own schema, and nothing of it is lost', async (schema, json) => {
  expect((await schema()).parse(json)).toEqual(json);
});
