import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Attempt } from '../../src/domain/attempt/attempt.ts';
import { type Account, emptyAccount, minus, plus, UNITS } from '../../src/domain/budget/account.ts';
import type { HostClock } from '../../src/domain/clock/host-clock.ts';
import type { JournalEntry } from '../../src/domain/journal/journal.ts';
import type { Loop } from '../../src/domain/loop/loop.ts';
import type { Delivery, Message } from '../../src/domain/message/message.ts';
import type { Note } from '../../src/domain/note/note.ts';
import type { Notification } from '../../src/domain/notification/notification.ts';
import type { Pause } from '../../src/domain/pause/pause.ts';
import type { PlanVersion } from '../../src/domain/plan/version/plan-version.ts';
import type { Question } from '../../src/domain/question/question.ts';
import type { WorkItem } from '../../src/domain/queue/work-item.ts';
import type { KeptFact, RecordedError, RunMemory } from '../../src/domain/run/memory.ts';
import type { Run } from '../../src/domain/run/run.ts';
import type { Schedule } from '../../src/domain/schedule/schedule.ts';
import type { Session } from '../../src/domain/session/session.ts';
import type { SessionSpec } from '../../src/domain/session/spec.ts';
import type { Turn } from '../../src/domain/turn/turn.ts';
import type { Workspace } from '../../src/domain/workspace/workspace.ts';
import type { Write } from '../../src/store/store.ts';
import { loopAtBirth, settledAtBirth } from './oracle-births.ts';
import { saveClock, skipTime } from './oracle-clock.ts';
import { isSame, Refused, refuseIf, replace, stale } from './oracle-guards.ts';
import { MAIL_CHANGES, type MailRows, noMailRows } from './oracle-mail.ts';
import { movePaths } from './oracle-moves.ts';
import { noPresenceRows, PRESENCE_CHANGES, type PresenceRows } from './oracle-presence.ts';
import { settledAtBirth as workAtBirth } from './oracle-queue.ts';
import { noRaceRows, RACE_CHANGES, type RaceRows } from './oracle-races.ts';
import { noTaskRows, TASK_CHANGES, type TaskRows } from './oracle-tasks.ts';

/** All rows of a store in plain lists, and what each write does to them. */
export type Rows = TaskRows &
  PresenceRows &
  RaceRows &
  MailRows & {
    sessions: Session[];
    specs: Map<string, SessionSpec>;
    turns: Turn[];
    attempts: Attempt[];
    accounts: Map<string, Account>;
    questions: Question[];
    notes: Note[];
    planVersions: PlanVersion[];
    notifications: Notification[];
    messages: Message[];
    deliveries: Delivery[];
    runs: Run[];
    memories: Map<string, RunMemory>;
    runErrors: RecordedError[];
    runFacts: KeptFact[];
    intakes: Map<string, string>;
    workspaces: Workspace[];
    quotas: Map<string, number>;
    works: WorkItem[];
    loops: Loop[];
    schedules: Schedule[];
    pauses: Pause[];
    clocks: Map<string, HostClock>;
    journal: JournalEntry[];
  };

export const noRows = (): Rows => ({
  sessions: [],
  specs: new Map(),
  turns: [],
  attempts: [],
  accounts: new Map(),
  questions: [],
  notes: [],
  planVersions: [],
  notifications: [],
  messages: [],
  deliveries: [],
  runs: [],
  memories: new Map(),
  runErrors: [],
  ...noTaskRows(),
  ...noPresenceRows(),
  ...noRaceRows(),
  ...noMailRows(),
  runFacts: [],
  intakes: new Map(),
  workspaces: [],
  quotas: new Map(),
  works: [],
  loops: [],
  schedules: [],
  pauses: [],
  clocks: new Map(),
  journal: [],
});

export function copyRows(rows: Rows): Rows {
  const copied = Object.entries(rows).map(([name, some]): [string, unknown] => [
    name,
    some instanceof Map ? new Map<unknown, unknown>(some) : [...some],
  ]);
  return { ...rows, ...Object.fromEntries(copied) };
}

type RowWrite = Exclude<Write, { kind: 'take-slot' | 'claim-next' }>;
export type WriteOf<K extends RowWrite['kind']> = Extract<RowWrite, { kind: K }>;

export function apply(rows: Rows, write: RowWrite): void {
  const change = CHANGES[write.kind] as (rows: Rows, write: RowWrite) => Line;
  const line = change(rows, write);
  if (line === null || !('journal' in write)) return;
  const [sessionId, event, fromState = null, toState = null, runId = null] = line;
  const seq = rows.journal.length + 1;
  const about = { sessionId, runId, workId: workOf(write), loopId: loopOf(write) };
  rows.journal.push({ seq, ...about, event, fromState, toState, ...write.journal });
}

function workOf(write: RowWrite): string | null {
  if (write.kind === 'add-work') return write.work.id;
  return write.kind === 'step-work' ? write.step.from.id : null;
}

function loopOf(write: RowWrite): string | null {
  if (write.kind === 'add-loop') return write.loop.id;
  return write.kind === 'step-loop' ? write.step.from.id : null;
}

/** Session, event, state before, state after, run. */
type Word = string | null;
export type Line = readonly [Word, string, Word?, Word?, Word?] | null;

const CHANGES: { [K in RowWrite['kind']]: (rows: Rows, write: WriteOf<K>) => Line } = {
  'add-session': (rows, { session, spec }) => {
    refuseIf(rows.sessions, 'session', (it) => it.id === session.id);
    refuseIf(rows.sessions, 'successor', (it) => it.continues !== null && it.continues === session.continues);
    refuseIf(rows.sessions, 'session-key', (it) => it.key !== null && it.key === session.key);
    rows.sessions.push(session);
    rows.specs.set(session.id, spec);
    return [session.id, 'created', null, session.state];
  },
  'step-session': (rows, { step: { from, event, to } }) => {
    assert.equal(to.version, from.version + 1, 'the version must be raised by one');
    replace(rows.sessions, isSame(from, 'id', 'version', 'state', 'archivedAt'), (it) => {
      if (it.state === 'completed' || it.state === 'failed' || it.state === 'killed') return stale();
      return { ...to, ...settledAtBirth(it), archivedAt: it.archivedAt };
    });
    return [from.id, event, from.state, to.state];
  },
  'touch-session': (rows, { session }) => {
    replace(rows.sessions, isSame(session, 'id', 'version'), (it) => {
      if (it.state === 'completed' || it.state === 'failed' || it.state === 'killed') return stale();
      return { ...it, version: it.version + 1 };
    });
    return null;
  },
  'archive-session': (rows, { session, archivedAt }) => {
    const archive = (it: Session) => ({ ...it, archivedAt, version: it.version + 1 });
    replace(rows.sessions, isSame(session, 'id', 'version', 'state', 'archivedAt'), archive);
    return [session.id, archivedAt === null ? 'restored' : 'archived'];
  },
  'add-turn': (rows, { turn }) => {
    refuseIf(rows.turns, 'turn', isSame(turn, 'id'));
    refuseIf(rows.turns, 'turn', isSame(turn, 'sessionId', 'number'));
    rows.turns.push(turn);
    return [turn.sessionId, 'turn-queued', null, turn.state];
  },
  'step-turn': (rows, { step: { from, event, to } }) => {
    const { body, state, attempt, position, changedAt } = to;
    replace(rows.turns, isSame(from, 'id', 'state', 'attempt'), (it) => ({
      ...it,
      body,
      state,
      attempt,
      position,
      changedAt,
    }));
    return [from.sessionId, `turn-${event}`, from.state, to.state];
  },
  'add-attempt': (rows, { attempt }) => {
    refuseIf(rows.attempts, 'attempt', isSame(attempt, 'sessionId', 'number'));
    rows.attempts.push(attempt);
    return [attempt.sessionId, 'attempt-opened'];
  },
  'save-attempt': (rows, { from, to }) => {
    // How it was opened is settled; all that was learnt since must be as it was read.
    const opened = ({ hostId, resumed, openedAt }: Attempt) => ({ hostId, resumed, openedAt });
    const isUnchanged = (it: Attempt) => isDeepStrictEqual(it, { ...from, ...opened(it) });
    replace(rows.attempts, isUnchanged, (it) => ({ ...to, ...opened(it) }));
    return null;
  },
  'add-question': (rows, { question }) => {
    refuseIf(rows.questions, 'question', isSame(question, 'id'));
    rows.questions.push(question);
    return [question.sessionId, 'question-asked', null, question.state, question.runId];
  },
  'step-question': (rows, { step: { from, to } }) => {
    const { state, answer, answeredBy, answeredAt, line } = to;
    const settle = (it: Question) => ({ ...it, state, answer, answeredBy, answeredAt, line });
    replace(rows.questions, isSame(from, 'id', 'state', 'answer'), settle);
    const event = to.state === from.state ? 'partly-answered' : to.state;
    return [from.sessionId, `question-${event}`, from.state, to.state, from.runId];
  },
  'add-completion-note': (rows, { note }) => {
    const isTaken = (it: Note): boolean =>
      it.id === note.id || (it.sessionId === note.sessionId && it.number === note.number);
    refuseIf(rows.notes, 'note', isTaken);
    rows.notes.push(note);
    return [note.sessionId, 'note-added', null, null, note.runId];
  },
  'step-completion-note': (rows, { step: { from, to } }) => {
    assert.equal(to.version, from.version + 1, 'the version must be raised by one');
    const { state, version, escalationReason, resolution, resolvedBy, resolvedAt } = to;
    const settled = { state, version, escalationReason, resolution, resolvedBy, resolvedAt };
    replace(rows.notes, isSame(from, 'id', 'version', 'state'), (it) => ({ ...it, ...settled }));
    return [from.sessionId, `note-${to.state}`, null, null, from.runId];
  },
  'add-plan-version': (rows, { added }) => {
    refuseIf(rows.planVersions, 'plan-version', isSame(added, 'id'));
    refuseIf(rows.planVersions, 'plan-version', isSame(added, 'plan', 'number'));
    rows.planVersions.push(added);
    return [null, 'plan-version-added', null, null, added.runId];
  },
  'step-plan-version': (rows, { step: { from, to } }) => {
    assert.equal(to.version, from.version + 1, 'the version must be raised by one');
    const { state, version, words, decidedBy, decidedAt } = to;
    const decided = { state, version, words, decidedBy, decidedAt };
    replace(rows.planVersions, isSame(from, 'id', 'version', 'state'), (it) => ({ ...it, ...decided }));
    return [null, `plan-version-${to.state}`, null, null, from.runId];
  },
  'add-notification': (rows, { notification }) => {
    refuseIf(rows.notifications, 'notification', isSame(notification, 'id'));
    rows.notifications.push(notification);
    return [notification.sessionId, 'notification-queued', null, null, notification.runId];
  },
  'step-notification': (rows, { step: { from, event, to } }) => {
    const { state, attempts, dueAt, settledAt, problem } = to;
    const settle = (it: Notification) => ({ ...it, state, attempts, dueAt, settledAt, problem });
    replace(rows.notifications, isSame(from, 'id', 'state', 'attempts', 'dueAt'), settle);
    const name = state !== 'queued' ? state : event === 'try' ? 'tried' : 'missed';
    return [from.sessionId, `notification-${name}`, null, null, from.runId];
  },
  'add-message': (rows, { message }) => {
    refuseIf(rows.messages, 'message', isSame(message, 'id'));
    rows.messages.push(message);
    const event = message.deadLetter === null ? 'message-sent' : 'message-dead-lettered';
    if (message.runId !== null) return [null, event, null, null, message.runId];
    return [message.turnId === null ? message.sender : message.recipient, event];
  },
  'save-message': (rows, { from, to }) => {
    const { deadLetter, toRole, type, content, body, turnId } = to;
    const mend = (it: Message) => ({ ...it, deadLetter, toRole, type, content, body, turnId });
    replace(rows.messages, isSame(from, 'id', 'deadLetter'), mend);
    return [null, 'message-requeued', null, null, from.runId];
  },
  'add-delivery': (rows, { delivery }) => {
    if (!rows.deliveries.some(isSame(delivery, 'messageId', 'role'))) rows.deliveries.push(delivery);
    return [null, 'message-routed', null, null, delivery.runId];
  },
  'add-run': (rows, { run, memory }) => {
    refuseIf(rows.runs, 'run', isSame(run, 'id'));
    refuseIf(rows.runs, 'run-key', (it) => it.key !== null && it.key === run.key);
    rows.runs.push(run);
    rows.memories.set(run.id, memory);
    return [null, 'run-created', null, run.state, run.id];
  },
  'step-run': (rows, { step: { from, event, to }, memory, definition }) => {
    assert.equal(to.version, from.version + 1, 'the version must be raised by one');
    replace(rows.runs, isSame(from, 'id', 'version', 'state'), (it) => {
      if (it.state === 'completed' || it.state === 'failed' || it.state === 'cancelled') return stale();
      const { id, workflow, goal, key, contentHash, hostId, cleanup, createdAt } = it;
      return { ...to, id, workflow, goal, key, contentHash, hostId, cleanup, createdAt };
    });
    const known = rows.memories.get(from.id);
    const changed = { ...(memory === null ? {} : { state: memory }), ...(definition ? { definition } : {}) };
    if (known) rows.memories.set(from.id, { ...known, ...changed });
    const isOn = event === 'advance' && from.stage !== to.stage;
    if (isOn) return [null, 'run-stage', from.stage, to.stage, from.id];
    return [null, `run-${event}`, from.state, to.state, from.id];
  },
  'add-run-error': (rows, { error }) => {
    refuseIf(rows.runErrors, 'run-error', isSame(error, 'id'));
    rows.runErrors.push(error);
    return [null, 'run-error', null, null, error.runId];
  },
  ...TASK_CHANGES,
  ...PRESENCE_CHANGES,
  ...RACE_CHANGES,
  ...MAIL_CHANGES,
  'add-run-fact': (rows, { kept }) => {
    const isTaken = ({ runId, number }: KeptFact) => runId === kept.runId && number === kept.number;
    refuseIf(rows.runFacts, 'run-fact', isTaken);
    rows.runFacts.push(kept);
    return null;
  },
  'add-intake': (rows, { key, answer }) => {
    refuseIf([...rows.intakes.keys()], 'intake', (it) => it === key);
    rows.intakes.set(key, answer);
    return null;
  },
  'add-workspace': (rows, { workspace }) => {
    refuseIf(rows.workspaces, 'workspace', isSame(workspace, 'sessionId'));
    rows.workspaces.push(workspace);
    return [workspace.sessionId, `workspace-${workspace.state}`, null, workspace.state];
  },
  'save-workspace': (rows, { from, to }) => {
    assert.equal(to.version, from.version + 1, 'the version must be raised by one');
    replace(rows.workspaces, isSame(from, 'sessionId', 'version'), () => to);
    return [from.sessionId, `workspace-${to.state}`, from.state, to.state];
  },
  'move-paths': (rows, moving) => {
    movePaths(rows, moving);
    return [null, 'project-moved'];
  },
  'reserve-account': (rows, { account, amount, limits }) => {
    change(rows, account, (it) => {
      const reserved = plus(it.reserved, amount);
      const isOver = UNITS.some(
        (unit) =>
          it.spent[unit] + reserved[unit] > (limits[unit] ?? Number.POSITIVE_INFINITY) + it.raised[unit],
      );
      if (isOver) throw new Refused({ saved: false, why: 'over-budget' });
      return { ...it, reserved };
    });
    return null;
  },
  'charge-account': (rows, { account, spent, released }) => {
    change(rows, account, (it) => ({
      ...it,
      spent: plus(it.spent, spent),
      reserved: minus(it.reserved, released),
    }));
    return null;
  },
  'raise-account': (rows, { account, amount, sessionId }) => {
    change(rows, account, (it) => ({ ...it, raised: plus(it.raised, amount), isWarned: false }));
    return [sessionId, 'budget-raised'];
  },
  'warn-account': (rows, { account, sessionId }) => {
    change(rows, account, (it) => (it.isWarned ? stale() : { ...it, isWarned: true }));
    return [sessionId, 'budget-warned'];
  },
  'use-quota': (rows, { sessionId, quota, limit }) => {
    const used = rows.quotas.get(`${sessionId} ${quota}`) ?? 0;
    if (used >= limit) throw new Refused({ saved: false, why: 'over-quota', quota, limit });
    rows.quotas.set(`${sessionId} ${quota}`, used + 1);
    return null;
  },
  'add-work': (rows, { work }) => {
    refuseIf(rows.works, 'work', isSame(work, 'id'));
    rows.works.push(work);
    return [null, 'work-added', null, work.state];
  },
  'step-work': (rows, { step: { from, event, to } }) => {
    assert.equal(to.version, from.version + 1, 'the version must be raised by one');
    const is = isSame(from, 'id', 'version', 'fence', 'state');
    replace(rows.works, is, (it) => ({ ...to, ...workAtBirth(it) }));
    return [null, `work-${event}`, from.state, to.state];
  },
  'add-loop': (rows, { loop }) => {
    refuseIf(rows.loops, 'loop', isSame(loop, 'id'));
    rows.loops.push(loop);
    return [null, 'loop-created', null, loop.state];
  },
  'step-loop': (rows, { step: { from, event, to } }) => {
    assert.equal(to.version, from.version + 1, 'the version must be raised by one');
    replace(rows.loops, isSame(from, 'id', 'version', 'state'), (it) => ({ ...to, ...loopAtBirth(it) }));
    return [null, `loop-${event}`, from.state, to.state];
  },
  'add-schedule': (rows, { schedule }) => {
    refuseIf(rows.schedules, 'schedule', isSame(schedule, 'id'));
    rows.schedules.push(schedule);
    return [null, 'schedule-created', null, schedule.state];
  },
  'step-schedule': (rows, { step: { from, event, to } }) => {
    assert.equal(to.version, from.version + 1, 'the version must be raised by one');
    const born = ({ id, createdAt }: Schedule) => ({ id, createdAt });
    replace(rows.schedules, isSame(from, 'id', 'version', 'state'), (it) => ({ ...to, ...born(it) }));
    return [null, `schedule-${event}`, from.state, to.state];
  },
  'add-pause': (rows, { pause }) => {
    refuseIf(rows.pauses, 'pause', ({ id, endedAt }) => id === pause.id || endedAt === null);
    rows.pauses.push(pause);
    return [null, 'paused', null, null];
  },
  'end-pause': (rows, { step: { from, to } }) => {
    const is = ({ id, endedAt }: Pause): boolean => id === from.id && endedAt === null;
    replace(rows.pauses, is, (it) => ({ ...it, endedAt: to.endedAt }));
    return [null, 'unpaused', null, null];
  },
  'save-clock': (rows, write) => saveClock(rows.clocks, write),
  'skip-time': (rows, write) => skipTime(rows, write),
  'add-note': (_rows, { sessionId, runId, event }) => [sessionId, event, null, null, runId ?? null],
};

function change(rows: Rows, name: string, next: (account: Account) => Account): void {
  rows.accounts.set(name, next(rows.accounts.get(name) ?? emptyAccount(name)));
}
