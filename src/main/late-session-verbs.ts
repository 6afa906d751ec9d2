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
export const lateSessionVerbs = (deps: VerbDeps): SessionVerbs => ({
  listSessions: async (input) => (await import('../app/list-sessions.ts')).listSessions(deps, input),
  killSession: async (input) => (await import('../app/kill-session.ts')).killSession(deps, input),
  handBack: async (input) => (await import('../app/hand-back.ts')).handBack(deps, input),
  readResult: async (input) => (await import('../app/read-result.ts')).readResult(deps, input),
  sendMessage: async (input) => (await import('../app/send-message.ts')).sendMessage(deps, input),
  listMessages: async () => (await import('../app/list-messages.ts')).listMessages(deps),
  listQuestions: async (input) => (await import('../app/list-questions.ts')).listQuestions(deps, input),
  showQuestion: async (input) => (await import('../app/show-question.ts')).showQuestion(deps, input),
  answerQuestion: async (input) => (await import('../app/answer-question.ts')).answerQuestion(deps, input),
  listUsage: async (input) => (await import('../app/list-usage.ts')).listUsage(deps, input),
  listEvents: async (input) => (await import('../app/list-events.ts')).listEvents(deps, input),
});
