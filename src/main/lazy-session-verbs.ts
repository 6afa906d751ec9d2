import type { App } from '../app/app.ts';
import type { VerbDeps } from '../app/deps.ts';

type SessionVerbs = Pick<
  App,
  | 'answerQuestion'
  | 'handBack'
  | 'killSession'
  | 'listEvents'
  | 'listMessages'
  | 'listQuestions'
  | 'listSessions'
  | 'listUsage'
  | 'readResult'
  | 'sendMessage'
  | 'showQuestion'
>;

/** Verbs of sessions that need no more than every verb does, each loaded when it is asked for. */
export const lazySessionVerbs = (deps: VerbDeps): SessionVerbs => ({
  listSessions: async (input) => (await import('../app/session/list-sessions.ts')).listSessions(deps, input),
  killSession: async (input) => (await import('../app/session/kill-session.ts')).killSession(deps, input),
  handBack: async (input) => (await import('../app/session/hand-back.ts')).handBack(deps, input),
  readResult: async (input) => (await import('../app/session/read-result.ts')).readResult(deps, input),
  sendMessage: async (input) => (await import('../app/message/send-message.ts')).sendMessage(deps, input),
  listMessages: async () => (await import('../app/message/list-messages.ts')).listMessages(deps),
  listQuestions: async (input) =>
    (await import('../app/question/list-questions.ts')).listQuestions(deps, input),
  showQuestion: async (input) => (await import('../app/question/show-question.ts')).showQuestion(deps, input),
  answerQuestion: async (input) =>
    (await import('../app/question/answer-question.ts')).answerQuestion(deps, input),
  listUsage: async (input) => (await import('../app/project/list-usage.ts')).listUsage(deps, input),
  listEvents: async (input) => (await import('../app/project/list-events.ts')).listEvents(deps, input),
});
