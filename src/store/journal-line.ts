import type { JournalEntry } from '../domain/journal/journal.ts';
import { LOOP_METADATA } from '../domain/loop/names.ts';
import type { MailEvent } from '../domain/mail/mail-receipt.ts';
import type { NotificationStep } from '../domain/notification/notification.ts';
import type { QuestionStep } from '../domain/question/question.ts';
import type { WorkStep } from '../domain/queue/work-item.ts';
import type { SessionStep } from '../domain/session/session.ts';
import type { Write } from './store.ts';

export type JournalLine = Omit<JournalEntry, 'seq'>;
type Changed = Pick<JournalLine, 'sessionId' | 'runId' | 'event' | 'fromState' | 'toState'> &
  Partial<Pick<JournalLine, 'workId' | 'loopId'>>;
type JournalSubject = string | null | Readonly<{ sessionId: string | null; runId: string | null }>;

/** The line that a write leaves in the journal; undefined for those that leave none. */
export function journalLineOf(write: Write): JournalLine | undefined {
  // A claim of whatever is ready has become the step of one work item before it is written down.
  if (!('journal' in write) || write.kind === 'claim-next') return undefined;
  const { at, by, note } = write.journal;
  const changed = write.kind === 'skip-time' ? noted(null, 'clock-jumped') : changedBy(write);
  return { at, by, note, workId: null, loopId: null, ...changed };
}

type Journalled = Exclude<Extract<Write, { journal: unknown }>, { kind: 'claim-next' | 'skip-time' }>;

// The name of every event that the journal knows, beside those that `add-note` brings along.
function changedBy(write: Journalled): Changed {
  switch (write.kind) {
    case 'add-session':
      return came(write.session.id, 'created', write.session.state);
    case 'step-session':
      return { ...moved(write.step.from.id, write.step.event, write.step), loopId: loopToldOf(write.step) };
    case 'archive-session':
      return noted(write.session.id, write.archivedAt === null ? 'restored' : 'archived');
    case 'add-turn':
      return came(write.turn.sessionId, 'turn-queued', write.turn.state);
    case 'step-turn':
      return moved(write.step.from.sessionId, `turn-${write.step.event}`, write.step);
    case 'add-attempt':
      return noted(write.attempt.sessionId, 'attempt-opened');
    case 'add-question':
      return came(write.question, 'question-asked', write.question.state);
    case 'step-question':
      return moved(write.step.from, questionEvent(write.step), write.step);
    // Its states are its own: among those of a session they would read as steps of the session.
    case 'add-notification':
      return noted(write.notification, 'notification-queued');
    case 'step-notification':
      return noted(write.step.from, notificationEvent(write.step));
    case 'add-message':
      return noted(
        ownerOf(write.message),
        write.message.deadLetter === null ? 'message-sent' : 'message-dead-lettered',
      );
    case 'save-message':
      return noted(ofRun(write.from.runId), 'message-requeued');
    case 'add-delivery':
      return noted(ofRun(write.delivery.runId), 'message-routed');
    case 'add-mail':
      return noted(write.sessionId, 'mail-sent');
    case 'step-mail':
      return noted(null, MAIL_EVENT[write.step.event]);
    case 'add-run':
      return came(ofRun(write.run.id), 'run-created', write.run.state);
    case 'step-run':
      return movedRun(write.step);
    case 'add-run-error':
      return noted(ofRun(write.error.runId), 'run-error');
    case 'add-workspace':
      return came(write.workspace.sessionId, `workspace-${write.workspace.state}`, write.workspace.state);
    case 'save-workspace':
      return moved(write.from.sessionId, `workspace-${write.to.state}`, write);
    case 'raise-account':
      return noted(write.sessionId, 'budget-raised');
    case 'warn-account':
      return noted(write.sessionId, 'budget-warned');
    case 'add-work':
      return { ...noted(null, 'work-added'), toState: write.work.state, workId: write.work.id };
    case 'step-work':
      return { ...workMoved(write.step), workId: write.step.from.id };
    case 'add-loop':
      return { ...came(null, 'loop-created', write.loop.state), loopId: write.loop.id };
    case 'step-loop':
      return { ...moved(null, `loop-${write.step.event}`, write.step), loopId: write.step.from.id };
    case 'add-pause':
    case 'end-pause':
    case 'move-paths':
      return noted(null, OF_PROJECT[write.kind]);
    case 'add-note':
      return noted({ sessionId: write.sessionId, runId: write.runId ?? null }, write.event);
    default:
      return changedPlan(write);
  }
}

type PlanNoun =
  | 'participant'
  | 'race'
  | 'reservation'
  | 'schedule'
  | 'completion-note'
  | 'plan-version'
  | `task-${'check' | 'round' | 'output'}`;
type PlanKind = `${'add' | 'step'}-${PlanNoun}`;

/** Participants and reservations, races, schedules, notes of agents, versions of plans and their tasks. */
function changedPlan(write: Extract<Journalled, { kind: PlanKind }>): Changed {
  switch (write.kind) {
    case 'add-race':
      return noted(null, 'race-created');
    case 'step-race':
      return noted(write.step.event === 'win' ? write.step.to.winnerId : null, `race-${write.step.event}`);
    case 'add-schedule':
      return came(null, 'schedule-created', write.schedule.state);
    case 'step-schedule':
      return moved(null, `schedule-${write.step.event}`, write.step);
    // Their states are their own, as those of notifications are.
    case 'add-participant':
      return noted(null, 'participant-joined');
    case 'step-participant':
      return noted(null, `participant-${write.step.to.endReason ?? 'changed'}`);
    case 'add-reservation':
      return noted(null, 'files-reserved');
    case 'step-reservation':
      return noted(null, write.step.event === 'extend' ? 'files-reserved' : 'files-released');
    case 'add-completion-note':
      return noted(write.note, 'note-added');
    case 'step-completion-note':
      return noted(write.step.from, `note-${write.step.to.state}`);
    case 'add-plan-version':
      return noted(ofRun(write.added.runId), 'plan-version-added');
    case 'step-plan-version':
      return noted(ofRun(write.step.from.runId), `plan-version-${write.step.to.state}`);
    case 'add-task-check':
      return noted(ofRun(write.check.runId), 'task-submitted');
    case 'step-task-check':
      return noted(ofRun(write.from.runId), 'task-checked');
    case 'add-task-round':
      return noted(ofRun(write.round.runId), `task-${write.round.verdict}`);
    case 'add-task-output':
      return noted(ofRun(write.output.runId), 'task-output');
  }
}

const MAIL_EVENT: Record<MailEvent, string> = {
  read: 'mail-read',
  acknowledge: 'mail-acknowledged',
  hand: 'mail-handed',
  remind: 'mail-reminded',
};

/** What happens to the project as a whole. */
const OF_PROJECT = { 'add-pause': 'paused', 'end-pause': 'unpaused', 'move-paths': 'project-moved' } as const;

const TOLD_TO_LOOPS: ReadonlySet<SessionStep['event']> = new Set([
  'heard',
  'park',
  'interrupt',
  'asked',
  'answered',
]);

/** A loop's own story holds also that its sessions run, what they were stopped by, and that they go on. */
const loopToldOf = ({ from, event }: SessionStep): string | null =>
  TOLD_TO_LOOPS.has(event) ? (from.metadata[LOOP_METADATA] ?? null) : null;

/** One of several things that it asks for was answered. */
const questionEvent = ({ from, to }: QuestionStep): string =>
  to.state === from.state ? 'question-partly-answered' : `question-${to.state}`;

const notificationEvent = ({ event, to }: NotificationStep): string =>
  `notification-${to.state === 'queued' ? `${event === 'try' ? 'tried' : 'missed'}` : to.state}`;

const noted = (about: JournalSubject, event: string): Changed => ({
  ...scopeOf(about),
  event,
  fromState: null,
  toState: null,
});

const came = (about: JournalSubject, event: string, toState: string): Changed => ({
  ...scopeOf(about),
  event,
  fromState: null,
  toState,
});

const moved = (
  about: JournalSubject,
  event: string,
  step: { from: { state: string }; to: { state: string } },
): Changed => ({
  ...scopeOf(about),
  event,
  fromState: step.from.state,
  toState: step.to.state,
});

// Where only the program went on, its stages say more than the state, which is the same.
function movedRun({ from, event, to }: Extract<Write, { kind: 'step-run' }>['step']): Changed {
  if (event !== 'advance' || from.stage === to.stage)
    return moved(ofRun(from.id), `run-${event}`, { from, to });
  return moved(ofRun(from.id), 'run-stage', { from: { state: from.stage }, to: { state: to.stage } });
}

const ofRun = (runId: string | null): JournalSubject => ({ sessionId: null, runId });

const scopeOf = (about: JournalSubject): Pick<JournalLine, 'sessionId' | 'runId'> =>
  about === null || typeof about === 'string'
    ? { sessionId: about, runId: null }
    : { sessionId: about.sessionId, runId: about.runId };

// A message of a run is the run's; one that a turn carries belongs to its recipient; one to a person, to
// its sender.
const ownerOf = (message: Extract<Write, { kind: 'add-message' }>['message']): JournalSubject => {
  if (message.runId !== null) return ofRun(message.runId);
  return message.turnId === null ? message.sender : message.recipient;
};
const workMoved = ({ from, event, to }: WorkStep): Changed => ({
  sessionId: null,
  runId: null,
  event: `work-${event}`,
  fromState: from.state,
  toState: to.state,
});
