import type { JournalEntry } from '../domain/journal/journal.ts';
import type { LoopEvent } from '../domain/loop/loop.ts';
import type { MergeEnd } from '../domain/merge/merge.ts';
import type { Verdict } from '../domain/message/message-type.ts';
import type { NoteState } from '../domain/note/note.ts';
import type { NotificationState } from '../domain/notification/notification.ts';
import type { EndReason } from '../domain/participant/participant.ts';
import type { VersionState } from '../domain/plan/version/plan-version.ts';
import type { QuestionState } from '../domain/question/question-kind.ts';
import type { WorkEvent } from '../domain/queue/work-item.ts';
import type { RunStep } from '../domain/run/run.ts';
import type { ScheduleEvent } from '../domain/schedule/schedule.ts';
import type { SessionEvent } from '../domain/session/session.ts';
import type { TurnEvent } from '../domain/turn/turn.ts';
import type { WorkspaceState } from '../domain/workspace/workspace.ts';

type States = Pick<JournalEntry, 'fromState' | 'toState'>;
type Words = string | ((states: States) => string);

const OF_SESSION: Readonly<Record<SessionEvent | 'created' | 'archived' | 'restored', Words>> = {
  created: 'created',
  launch: 'starts',
  heard: 'agent is running',
  'hand-turn': 'agent gets to work',
  'turn-ended': 'agent ended its turn',
  woke: 'agent went on by itself',
  asked: 'waits for an answer',
  'await-children': 'waits for sessions that it started',
  interrupt: 'interrupted',
  answered: 'goes on with the answer',
  'answered-live': 'goes on with the answer',
  park: 'paused for a while',
  wake: 'pause cut short',
  due: 'pause is over',
  'take-over': 'taken over by a person',
  'hand-back': 'handed back by the person',
  end: 'ending',
  stop: 'stopping',
  gone: ({ toState }) => (toState === null ? 'ended' : `ended: ${toState}`),
  archived: 'put into the archive',
  restored: 'taken out of the archive',
};

const OF_TURN: Readonly<Record<`turn-${TurnEvent | 'queued'}` | 'attempt-opened', Words>> = {
  'turn-queued': 'turn queued',
  'turn-hand': 'turn handed to the agent',
  'turn-see': 'agent has read the turn',
  'turn-return': 'turn put back into the queue',
  'turn-finish': 'turn done',
  'turn-fail': 'turn failed',
  'turn-interrupt': 'turn broken off',
  'turn-drop': 'turn dropped',
  'attempt-opened': 'agent process started',
};

type QuestionName = `question-${Exclude<QuestionState, 'open'> | 'asked' | 'partly-answered'}`;
type NotificationName = `notification-${NotificationState | 'tried' | 'missed'}`;

const OF_QUESTION: Readonly<Record<QuestionName | NotificationName, Words>> = {
  'question-asked': 'question asked',
  'question-partly-answered': 'question answered in part',
  'question-answered': 'question answered',
  'question-delivered': 'answer reached the agent',
  'question-superseded': 'question withdrawn',
  'notification-queued': 'notification queued',
  'notification-tried': 'sending a notification',
  'notification-missed': 'notification not sent, tried again later',
  'notification-sent': 'notification sent',
  'notification-failed': 'notification given up',
  'notification-dropped': 'notification no longer needed',
};

const OF_MESSAGE: Readonly<Record<string, Words>> = {
  'message-sent': 'message sent',
  'message-routed': 'message passed on',
  'message-dead-lettered': 'message could not be passed on',
  'message-requeued': 'message queued again',
  'mail-sent': 'mail sent',
  'mail-read': 'mail read',
  'mail-acknowledged': 'mail acknowledged',
  'mail-handed': 'mail handed to the agent',
  'mail-reminded': 'reminded of mail',
};

type RunName = `run-${RunStep['event'] | 'created' | 'stage' | 'error'}` | 'role-not-opened';

const OF_RUN: Readonly<Record<RunName | `merge-${MergeEnd['is']}`, Words>> = {
  'run-created': 'run created',
  'run-begun': 'run began',
  'run-advance': 'run went on',
  'run-stage': ({ fromState, toState }) =>
    toState === null ? 'next stage' : `stage ${fromState} → ${toState}`,
  'run-asked': 'run waits for an answer',
  'run-answered': 'run goes on with the answer',
  'run-finish': 'run is finishing',
  'run-stop': 'run is stopping',
  'run-kill': 'run killed',
  'run-synthesised': ({ toState }) => (toState === null ? 'run ended' : `run ended: ${toState}`),
  'run-error': 'error in the run',
  'role-not-opened': 'role could not be started',
  'merge-merged': 'branches merged',
  'merge-nothing-new': 'nothing new to merge',
  'merge-conflict': 'merge conflict',
  'merge-check-failed': 'check of the merge failed',
};

const OF_WORKSPACE: Readonly<Record<`workspace-${WorkspaceState}`, Words>> = {
  'workspace-wanted': 'workspace being made',
  'workspace-ready': 'workspace ready',
  'workspace-released': 'workspace put away',
};

const OF_WORK: Readonly<Record<`work-${WorkEvent | 'added' | 'conflict'}`, Words>> = {
  'work-added': 'work item added',
  'work-claim': 'work item claimed',
  'work-renew': 'claim of the work item renewed',
  'work-report': 'progress on the work item',
  'work-move': 'work item moved',
  'work-release': 'work item given back',
  'work-lapse': 'claim of the work item ran out',
  'work-retry': 'work item failed, tried again',
  'work-fail': 'work item failed',
  'work-finish': 'work item done',
  'work-reopen': 'work item opened again',
  'work-conflict': 'edits the same files as another',
};

const OF_LOOP: Readonly<Record<`loop-${LoopEvent | 'created'}`, Words>> = {
  'loop-created': 'loop created',
  'loop-begin': 'loop began an item',
  'loop-settle': 'loop settled an item',
  'loop-gate': 'gate was run',
  'loop-set-aside': 'item set aside until it is answered',
  'loop-clear': 'folder made free for the next item',
  'loop-hold': 'loop is held up',
  'loop-return': 'changes of the item brought back',
  'loop-take-up': 'item taken up again',
  'loop-ask': 'loop waits for an answer',
  'loop-answered': 'loop goes on with the answer',
  'loop-pause': 'loop paused',
  'loop-unpause': 'loop goes on',
  'loop-stop': 'loop is stopping',
  'loop-finish': 'loop finished',
};

const OF_SCHEDULE: Readonly<Record<`schedule-${ScheduleEvent | 'created'}`, Words>> = {
  'schedule-created': 'schedule added',
  'schedule-put-in': 'schedule queued work',
  'schedule-skip': 'schedule skipped a time',
  'schedule-run': 'schedule run by hand',
  'schedule-pause': 'schedule paused',
  'schedule-unpause': 'schedule goes on',
  'schedule-remove': 'schedule removed',
  'schedule-renew': 'schedule changed',
};

type PlanName = `plan-version-${VersionState | 'added'}` | `task-${Verdict}`;

const OF_PLAN: Readonly<Record<PlanName, Words>> & Readonly<Record<string, Words>> = {
  'plan-published': 'plan written to its folder',
  'plan-version-added': 'version of the plan handed in',
  'plan-version-draft': 'version of the plan drafted',
  'plan-version-unsound': 'version of the plan is not sound',
  'plan-version-verified': 'version of the plan verified',
  'plan-version-approved': 'version of the plan approved',
  'plan-version-rejected': 'version of the plan rejected',
  'plan-version-superseded': 'version of the plan replaced',
  'task-submitted': 'task handed in',
  'task-checked': 'checks of the task were run',
  'task-output': 'task output kept',
  'task-approved': 'task approved',
  'task-changes': 'changes to the task asked for',
  'task-blocked': 'task blocked by its reviewer',
};

type PresenceName = `participant-${EndReason | 'joined' | 'changed'}` | `note-${NoteState | 'added'}`;

const OF_PRESENCE: Readonly<Record<PresenceName, Words>> & Readonly<Record<string, Words>> = {
  'participant-joined': 'joined',
  'participant-changed': 'participant changed',
  'participant-left': 'left',
  'participant-expired': 'not heard of any more',
  'participant-taken-over': 'taken over by another',
  'files-reserved': 'files reserved',
  'files-released': 'files released',
  'note-added': 'note added',
  'note-open': 'note opened',
  'note-escalated': 'note escalated',
  'note-resolved': 'note resolved',
};

const OF_PROJECT: Readonly<Record<string, Words>> = {
  paused: 'project paused',
  unpaused: 'project goes on',
  'project-moved': 'project was moved',
  'project-interrupted': 'project interrupted',
  'clock-jumped': 'clock jumped',
  'budget-raised': 'budget raised',
  'budget-warned': 'budget nearly spent',
  'quota-spent': 'limit reached',
  'create-refused': 'session refused',
  'request-refused': 'request of the agent refused',
  'done-again': 'agent said again that it is done',
  result: 'result handed in',
  'branch-bare': 'branch without commits removed',
  'branch-merged': 'merged branch removed',
  'hook-blocked': 'blocked by a hook of yours',
  'git-config-changed': 'git configuration changed',
  'odd-file': 'file that Swarm does not open set aside',
  'disk-warning': 'disk is filling up',
  'disk-was-full': 'disk was full',
  fault: 'something failed',
};

const WORDS: Readonly<Record<string, Words>> = {
  ...OF_SESSION,
  ...OF_TURN,
  ...OF_QUESTION,
  ...OF_MESSAGE,
  ...OF_RUN,
  ...OF_WORKSPACE,
  ...OF_WORK,
  ...OF_LOOP,
  ...OF_SCHEDULE,
  ...OF_PLAN,
  ...OF_PRESENCE,
  ...OF_PROJECT,
};

/** The events whose words hold this text, in small letters; a state at their end is not looked at. */
export const eventsWithWords = (text: string): readonly string[] =>
  Object.keys(WORDS).filter((event) => {
    const words = eventWords({ event });
    return words.toLowerCase().includes(text);
  });

type Happened = Pick<JournalEntry, 'event'> & Partial<States>;

/** What happened, in words that a user knows, at every door. One that has none yet reads as its own name. */
export function eventWords({ event, fromState = null, toState = null }: Happened): string {
  const words = Object.hasOwn(WORDS, event) ? WORDS[event] : undefined;
  if (words === undefined) return event.replaceAll('-', ' ');
  return typeof words === 'string' ? words : words({ fromState, toState });
}
