import type { Outcome } from '../domain/outcome.ts';
import type { Progress } from './deps.ts';

/** Every verb by its name. Each is loaded when it is asked for: loading code is most of a short command. */
export const VERBS = {
  'message.inbox': async () => (await import('./message/read-inbox.ts')).readInboxVerb,
  'message.send': async () => (await import('./message/send-message.ts')).sendMessageVerb,
  'project.interrupt': async () => (await import('./project/interrupt-project.ts')).interruptProjectVerb,
  'question.answer': async () => (await import('./question/answer-question.ts')).answerQuestionVerb,
  'question.ask': async () => (await import('./question/ask-question.ts')).askQuestionVerb,
  'question.list': async () => (await import('./question/list-questions.ts')).listQuestionsVerb,
  'question.show': async () => (await import('./question/show-question.ts')).showQuestionVerb,
  'queue.done': async () => (await import('./queue/finish-work.ts')).finishWorkVerb,
  'run.kill': async () => (await import('./run/kill-run.ts')).killRunVerb,
  'run.list': async () => (await import('./run/list-runs.ts')).listRunsVerb,
  'run.show': async () => (await import('./run/show-run.ts')).showRunVerb,
  'session.archive': async () => (await import('./session/archive-sessions.ts')).archiveSessionsVerb,
  'session.create': async () => (await import('./session/create-session.ts')).createSessionVerb,
  'session.finish': async () => (await import('./session/finish-session.ts')).finishSessionVerb,
  'session.hand-back': async () => (await import('./session/hand-back.ts')).handBackVerb,
  'session.interrupt': async () => (await import('./session/interrupt-session.ts')).interruptSessionVerb,
  'session.interrupt-self': async () => (await import('./session/interrupt-self.ts')).interruptSelfVerb,
  'session.kill': async () => (await import('./session/kill-session.ts')).killSessionVerb,
  'session.list': async () => (await import('./session/list-sessions.ts')).listSessionsVerb,
  'session.output': async () => (await import('./session/read-output.ts')).readOutputVerb,
  'session.restore': async () => (await import('./session/restore-session.ts')).restoreSessionVerb,
  'session.result': async () => (await import('./session/read-result.ts')).readResultVerb,
  'session.show': async () => (await import('./session/show-session.ts')).showSessionVerb,
  'session.submit-result': async () => (await import('./session/submit-result.ts')).submitResultVerb,
  'session.take-over': async () => (await import('./session/take-over.ts')).takeOverVerb,
  'session.wait': async () => (await import('./session/wait-sessions.ts')).waitSessionsVerb,
} as const;

export type VerbName = keyof typeof VERBS;
type Loaded<N extends VerbName> = Awaited<ReturnType<(typeof VERBS)[N]>>;
type Runs = Readonly<{ run(deps: never, input: never): Promise<Outcome<unknown>> }>;
type InputOfVerb<V extends Runs> = Parameters<V['run']>[1];
type ValueOfVerb<V extends Runs> = Extract<Awaited<ReturnType<V['run']>>, { ok: true }>['value'];

/** What a verb takes, after its defaults were filled in. */
export type InputOf<N extends VerbName> = InputOfVerb<Loaded<N>>;
/** What a verb gives to doors of the same process; `json` of it is its answer. */
export type ValueOf<N extends VerbName> = ValueOfVerb<Loaded<N>>;

/** How a long verb tells how far it is, and is told to give up. */
export type Watch = Readonly<{ tell: (progress: Progress) => void; signal: AbortSignal }>;

/** Asks a verb of one project. */
export type Ask = <N extends VerbName>(
  name: N,
  input: InputOf<N>,
  watch?: Watch,
) => Promise<Outcome<ValueOf<N>>>;

export const isVerbName = (name: string): name is VerbName => Object.hasOwn(VERBS, name);
