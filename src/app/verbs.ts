import type { Outcome } from '../domain/outcome.ts';
import type { Progress } from './deps.ts';

/** Every verb by its name. Each is loaded when it is asked for: loading code is most of a short command. */
export const VERBS = {
  'config.show': async () => (await import('./config/show-config.ts')).showConfigVerb,
  'event.list': async () => (await import('./event/list-events.ts')).listEventsVerb,
  'loop.list': async () => (await import('./loop/list-loops.ts')).listLoopsVerb,
  'loop.pause': async () => (await import('./loop/pause-loops.ts')).pauseLoopsVerb,
  'loop.show': async () => (await import('./loop/show-loop.ts')).showLoopVerb,
  'loop.start': async () => (await import('./loop/start-loop.ts')).startLoopVerb,
  'loop.stop': async () => (await import('./loop/stop-loop.ts')).stopLoopVerb,
  'loop.unpause': async () => (await import('./loop/unpause-loops.ts')).unpauseLoopsVerb,
  'message.inbox': async () => (await import('./message/read-inbox.ts')).readInboxVerb,
  'message.list': async () => (await import('./message/list-run-messages.ts')).listRunMessagesVerb,
  'message.requeue': async () => (await import('./message/requeue-message.ts')).requeueMessageVerb,
  'message.send': async () => (await import('./message/send-message.ts')).sendMessageVerb,
  'message.show': async () => (await import('./message/show-message.ts')).showMessageVerb,
  'notify.test': async () => (await import('./notify/test-channels.ts')).testChannelsVerb,
  'persona.check': async () => (await import('./persona/check-personas.ts')).checkPersonasVerb,
  'persona.list': async () => (await import('./persona/list-personas.ts')).listPersonasVerb,
  'project.clean': async () => (await import('./project/clean-project.ts')).cleanProjectVerb,
  'project.doctor': async () => (await import('./project/diagnose.ts')).diagnoseVerb,
  'project.fix': async () => (await import('./project/fix-project.ts')).fixProjectVerb,
  'project.init': async () => (await import('./project/init-project.ts')).initProjectVerb,
  'project.interrupt': async () => (await import('./project/interrupt-project.ts')).interruptProjectVerb,
  'project.pause': async () => (await import('./project/pause-project.ts')).pauseProjectVerb,
  'project.plan-fixes': async () => (await import('./project/plan-fixes.ts')).planFixesVerb,
  'project.unpause': async () => (await import('./project/unpause-project.ts')).unpauseProjectVerb,
  'question.answer': async () => (await import('./question/answer-question.ts')).answerQuestionVerb,
  'question.ask': async () => (await import('./question/ask-question.ts')).askQuestionVerb,
  'question.list': async () => (await import('./question/list-questions.ts')).listQuestionsVerb,
  'question.show': async () => (await import('./question/show-question.ts')).showQuestionVerb,
  'queue.add': async () => (await import('./queue/add-work.ts')).addWorkVerb,
  'queue.claim': async () => (await import('./queue/claim-work.ts')).claimWorkVerb,
  'queue.done': async () => (await import('./queue/finish-work.ts')).finishWorkVerb,
  'queue.export': async () => (await import('./queue/export-work.ts')).exportWorkVerb,
  'queue.fail': async () => (await import('./queue/fail-work.ts')).failWorkVerb,
  'queue.import': async () => (await import('./queue/import-work.ts')).importWorkVerb,
  'queue.list': async () => (await import('./queue/list-work.ts')).listWorkVerb,
  'queue.next': async () => (await import('./queue/next-work.ts')).nextWorkVerb,
  'queue.progress': async () => (await import('./queue/report-work.ts')).reportWorkVerb,
  'queue.release': async () => (await import('./queue/release-work.ts')).releaseWorkVerb,
  'queue.reorder': async () => (await import('./queue/reorder-work.ts')).reorderWorkVerb,
  'queue.show': async () => (await import('./queue/show-work.ts')).showWorkVerb,
  'rescue.list': async () => (await import('./rescue/list-rescues.ts')).listRescuesVerb,
  'rescue.restore': async () => (await import('./rescue/restore-rescue.ts')).restoreRescueVerb,
  'rescue.show': async () => (await import('./rescue/show-rescue.ts')).showRescueVerb,
  'run.clean': async () => (await import('./run/clean-run.ts')).cleanRunVerb,
  'run.export': async () => (await import('./run/export-run.ts')).exportRunVerb,
  'run.kill': async () => (await import('./run/kill-run.ts')).killRunVerb,
  'run.list': async () => (await import('./run/list-runs.ts')).listRunsVerb,
  'run.merge': async () => (await import('./run/merge-run.ts')).mergeRunVerb,
  'run.open-role': async () => (await import('./run/open-role.ts')).openRoleVerb,
  'run.post-message': async () => (await import('./run/post-message.ts')).postMessageVerb,
  'run.resume': async () => (await import('./run/resume-run.ts')).resumeRunVerb,
  'run.show': async () => (await import('./run/show-run.ts')).showRunVerb,
  'run.start': async () => (await import('./run/start-run.ts')).startRunVerb,
  'run.stop': async () => (await import('./run/stop-run.ts')).stopRunVerb,
  'schedule.add': async () => (await import('./schedule/add-schedule.ts')).addScheduleVerb,
  'schedule.list': async () => (await import('./schedule/list-schedules.ts')).listSchedulesVerb,
  'schedule.pause': async () => (await import('./schedule/pause-schedule.ts')).pauseScheduleVerb,
  'schedule.remove': async () => (await import('./schedule/remove-schedule.ts')).removeScheduleVerb,
  'schedule.run': async () => (await import('./schedule/run-schedule.ts')).runScheduleVerb,
  'schedule.show': async () => (await import('./schedule/show-schedule.ts')).showScheduleVerb,
  'schedule.unpause': async () => (await import('./schedule/unpause-schedule.ts')).unpauseScheduleVerb,
  'schema.show': async () => (await import('./schema/show-schema.ts')).showSchemaVerb,
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
  'supervisor.start': async () => (await import('./supervisor/start-supervisor.ts')).startSupervisorVerb,
  'supervisor.status': async () => (await import('./supervisor/show-supervisor.ts')).showSupervisorVerb,
  'supervisor.stop': async () => (await import('./supervisor/stop-supervisor.ts')).stopSupervisorVerb,
  'usage.list': async () => (await import('./usage/list-usage.ts')).listUsageVerb,
  'workflow.check': async () => (await import('./workflow/check-workflows.ts')).checkWorkflowsVerb,
  'workflow.list': async () => (await import('./workflow/list-workflows.ts')).listWorkflowsVerb,
  'workflow.show': async () => (await import('./workflow/show-workflow.ts')).showWorkflowVerb,
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
