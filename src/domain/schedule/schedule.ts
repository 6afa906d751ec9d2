import { accept, type Outcome, refuse } from '../outcome.ts';
import type { WorkSpec } from '../queue/work-item.ts';

export type ScheduleState = 'active' | 'paused' | 'removed';
export type ScheduleEvent = 'put-in' | 'skip' | 'run' | 'pause' | 'unpause' | 'remove' | 'renew';

/** The work that is put into the queue each time. */
export type ScheduledWork = Omit<WorkSpec, 'needs' | 'notBefore' | 'deadline'> &
  Readonly<{
    /** How long after it was put in it may still be claimed. */
    deadlineMs: number | null;
  }>;

/** What is to be done again and again: all that is fixed when it is added. */
export type ScheduleSpec = Readonly<{
  /** A cron expression of five fields, or of six with the second first. */
  expression: string;
  /** The zone whose clocks the expression means. */
  timeZone: string;
  /** Work is put in also while some of an earlier time is open. */
  hasOverlap: boolean;
  work: ScheduledWork;
}>;

/** Puts work into the queue at the times that it names. Times are epoch ms. */
export type Schedule = ScheduleSpec &
  Readonly<{
    id: string;
    state: ScheduleState;
    version: number;
    /** The first time that nothing was decided about. Null while it is not active. */
    nextAt: number | null;
    /** The last time that work was put in for, and that work. */
    lastAt: number | null;
    lastWorkId: string | null;
    putInCount: number;
    /** Times that passed while no supervisor ran, and got no work of their own. */
    missedCount: number;
    /** Times at which work of an earlier one was still open. */
    skippedCount: number;
    createdAt: number;
  }>;

export type SchedulePatch = Partial<Omit<Schedule, 'id' | 'state' | 'version' | 'createdAt'>>;
export type ScheduleStep = Readonly<{ from: Schedule; event: ScheduleEvent; to: Schedule }>;

// The whole machine. An absent cell is refused. The name of one that was removed may be used again.
const NEXT: Record<ScheduleState, Partial<Record<ScheduleEvent, ScheduleState>>> = {
  active: { 'put-in': 'active', skip: 'active', run: 'active', pause: 'paused', remove: 'removed' },
  paused: { run: 'paused', unpause: 'active', remove: 'removed' },
  removed: { renew: 'active' },
};

export const SCHEDULE_STATES = Object.keys(NEXT) as readonly ScheduleState[];

/** The only way from one state to the next. */
export function stepSchedule(
  from: Schedule,
  event: ScheduleEvent,
  patch: SchedulePatch = {},
): Outcome<ScheduleStep> {
  const state = NEXT[from.state][event];
  if (!state) return refuse({ code: 'illegal-schedule-step', scheduleId: from.id, state: from.state, event });
  const to: Schedule = {
    ...from,
    ...patch,
    ...(state === 'active' ? {} : { nextAt: null }),
    state,
    version: from.version + 1,
  };
  return accept({ from, event, to });
}

/** What a new schedule begins with. */
export const freshSchedule = (spec: ScheduleSpec, nextAt: number): Required<SchedulePatch> => ({
  ...spec,
  nextAt,
  lastAt: null,
  lastWorkId: null,
  putInCount: 0,
  missedCount: 0,
  skippedCount: 0,
});

export const draftSchedule = (
  spec: ScheduleSpec,
  born: Readonly<{ id: string; at: number; nextAt: number }>,
): Schedule => ({
  ...freshSchedule(spec, born.nextAt),
  id: born.id,
  state: 'active',
  version: 1,
  createdAt: born.at,
});
