import { unwrap } from '../../app/draft.ts';
import { draftScheduledWork, listOpenWork } from '../../app/schedule/draft-work.ts';
import { QUEUE_KEY } from '../../domain/queue/queue-key.ts';
import { type Due, decideDue, missedText } from '../../domain/schedule/due.ts';
import { scheduledWorkId } from '../../domain/schedule/names.ts';
import { type Schedule, stepSchedule } from '../../domain/schedule/schedule.ts';
import type { Timetables } from '../../runtime/schedule/timetables.ts';
import type { NextRound, RoundDeps } from '../deps.ts';

export type ScheduleRoundDeps = Pick<RoundDeps, 'store' | 'clock' | 'ids' | 'by' | 'poke'> &
  Readonly<{ timetables: Pick<Timetables, 'open'> }>;

/** Puts in what is due of one schedule. Safe to run at any time, any number of times. */
export async function reconcileSchedule(deps: ScheduleRoundDeps, id: string): Promise<NextRound> {
  const schedule = await deps.store.findSchedule(id);
  const nextAt = schedule?.nextAt ?? null;
  const now = deps.clock.now();
  // Calendars are loaded only by those who need them.
  if (!schedule || nextAt === null || nextAt > now) return { restUntil: nextAt };
  const timetable = unwrap(await deps.timetables.open(schedule.expression, schedule.timeZone));
  const due = decideDue(nextAt, timetable, now);
  const [open] = schedule.hasOverlap ? [] : await listOpenWork(deps.store, id, now);
  if (open) return skip(deps, schedule, { due, why: `${open.work.id} is still open` });
  return putIn(deps, schedule, due);
}

/** The work and the schedule's step are one commit: a crash around it leaves one or none. */
async function putIn(deps: ScheduleRoundDeps, schedule: Schedule, due: Due): Promise<NextRound> {
  const { store, clock, ids, by } = deps;
  const at = clock.now();
  const workId = scheduledWorkId(schedule.id, due.at);
  const patch = {
    nextAt: due.nextAt,
    lastAt: due.at,
    lastWorkId: workId,
    putInCount: schedule.putInCount + 1,
    missedCount: schedule.missedCount + due.missed,
  };
  const step = unwrap(stepSchedule(schedule, 'put-in', patch));
  const work = draftScheduledWork(schedule, { workId, at, hash: ids.hash });
  const note = `${schedule.id}: put in ${workId}${missedText(due)}`;
  const result = await store.commit([
    { kind: 'step-schedule', step, journal: { at, by, note } },
    { kind: 'add-work', work, journal: { at, by, note: work.title } },
  ]);
  if (result.saved) await deps.poke(QUEUE_KEY);
  else if (result.why === 'duplicate')
    return skip(deps, schedule, { due, why: `${workId} is in the queue already` });
  return 'again';
}

async function skip(
  { store, clock, by }: ScheduleRoundDeps,
  schedule: Schedule,
  { due, why }: Readonly<{ due: Due; why: string }>,
): Promise<NextRound> {
  const patch = {
    nextAt: due.nextAt,
    missedCount: schedule.missedCount + due.missed,
    skippedCount: schedule.skippedCount + 1,
  };
  const step = unwrap(stepSchedule(schedule, 'skip', patch));
  const note = `${schedule.id}: skipped ${scheduledWorkId(schedule.id, due.at)}, as ${why}${missedText(due)}`;
  await store.commit([{ kind: 'step-schedule', step, journal: { at: clock.now(), by, note } }]);
  return 'again';
}
