import type { Attempt } from '../../src/domain/attempt/attempt.ts';
import type { Loop } from '../../src/domain/loop/loop.ts';
import type { Mail } from '../../src/domain/mail/mail.ts';
import type { MailReceipt } from '../../src/domain/mail/mail-receipt.ts';
import type { Message } from '../../src/domain/message/message.ts';
import type { Note } from '../../src/domain/note/note.ts';
import type { Notification } from '../../src/domain/notification/notification.ts';
import type { Participant } from '../../src/domain/participant/participant.ts';
import type { TaskCheck } from '../../src/domain/plan/verification.ts';
import type { PlanVersion } from '../../src/domain/plan/version/plan-version.ts';
import type { Question } from '../../src/domain/question/question.ts';
import type { WorkItem } from '../../src/domain/queue/work-item.ts';
import type { Race } from '../../src/domain/race/race.ts';
import type { Reservation } from '../../src/domain/reservation/reservation.ts';
import type { Run } from '../../src/domain/run/run.ts';
import type { Schedule } from '../../src/domain/schedule/schedule.ts';
import type { Session } from '../../src/domain/session/session.ts';
import type { Turn } from '../../src/domain/turn/turn.ts';
import type { Workspace } from '../../src/domain/workspace/workspace.ts';
import type { Write } from '../../src/store/store.ts';
import { aNote, T0 } from './rows.ts';

/** A few numbers that become a write once it is known which rows there are. */
export type Seedling = Readonly<{ kind: Write['kind']; a: number; b: number; c: number }>;

export type Shelf<T> = { now: T[]; before: T[] };
export type KnownRows = {
  sessions: Shelf<Session>;
  turns: Shelf<Turn>;
  attempts: Shelf<Attempt>;
  questions: Shelf<Question>;
  notes: Shelf<Note>;
  planVersions: Shelf<PlanVersion>;
  notifications: Shelf<Notification>;
  workspaces: Shelf<Workspace>;
  runs: Shelf<Run>;
  checks: Shelf<TaskCheck>;
  messages: Shelf<Message>;
  mails: Shelf<Mail>;
  mailReceipts: Shelf<MailReceipt>;
  works: Shelf<WorkItem>;
  loops: Shelf<Loop>;
  races: Shelf<Race>;
  schedules: Shelf<Schedule>;
  participants: Shelf<Participant>;
  reservations: Shelf<Reservation>;
};

export const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
export const one = <const T>(n: number, ...list: readonly [T, ...T[]]): T => pick(list, n) ?? list[0];

/** A row to go on from: mostly as it is, at times as it was; `fallback` when there is none. */
export function choose<T>(shelf: Shelf<T>, { a, c }: Seedling, fallback: T): T {
  const isOld = c % 6 === 0 && shelf.before.length > 0;
  return pick(isOld ? shelf.before : shelf.now, a) ?? fallback;
}

export function moved<T>(shelf: Shelf<T>, from: T, to: T): T {
  shelf.before.push(from);
  shelf.now = shelf.now.map((row) => (row === from ? to : row));
  return to;
}

export const note = ({ b }: Seedling) => ({ ...aNote(`note ${b}`, T0 + b), by: one(b, 'ann', 'bob') });

export const sessionName = (n: number): string =>
  `2025010${n % 3}-100000-${one(n, 'scout', 'judge', 'cook')}-${n % 7}`;

export const someId = ({ a }: Seedling, known: KnownRows): string =>
  pick(known.sessions.now, a)?.id ?? sessionName(a);

export const learnt = (from: Attempt, { b, c }: Seedling): Attempt => ({
  ...from,
  eventsCursor: from.eventsCursor + (b % 3) * 10,
  lastEventAt: one(c, null, T0 + b),
  costUsd: from.costUsd + b / 10,
  lastSaid: one(b, null, `word ${c}`),
  lastResult: one(c, null, `said ${b}`),
  lastResultOk: one(b, null, true, false),
  currentTool: one(c, null, 'Bash'),
  endedAt: one(c, null, null, T0 + c),
});
