import {
  SCHEDULE_STATES,
  type Schedule,
  type ScheduleStep,
  stepSchedule,
} from '../../src/domain/schedule/schedule.ts';
import type { Write } from '../../src/store/store.ts';
import { aSchedule } from '../samples/schedule.ts';
import { choose, type KnownRows, moved, note, one, type Seedling } from './random-rows.ts';
import { T0 } from './rows.ts';

type ScheduleKind = 'add-schedule' | 'step-schedule';

/** Writes about schedules. */
export const GROW_SCHEDULES: Record<ScheduleKind, (seedling: Seedling, known: KnownRows) => Write> = {
  'add-schedule': (seedling, known) => {
    const { a, b, c } = seedling;
    const schedule = aSchedule({
      id: `h${a % 4}`,
      createdAt: T0 + (b % 3),
      hasOverlap: c % 2 === 0,
      timeZone: one(b, 'UTC', 'Europe/Berlin'),
      nextAt: one(c, null, T0 + b),
    });
    known.schedules.now.push(schedule);
    return { kind: 'add-schedule', schedule, journal: note(seedling) };
  },
  'step-schedule': (seedling, known) => {
    const from = choose(known.schedules, seedling, aSchedule({ id: 'none' }));
    const step = scheduleStep(from, seedling);
    moved(known.schedules, from, step.to);
    return { kind: 'step-schedule', step, journal: note(seedling) };
  },
};

function scheduleStep(from: Schedule, { a, b, c }: Seedling): ScheduleStep {
  const event = one(b, 'put-in', 'skip', 'run', 'pause', 'unpause', 'remove', 'renew');
  const patch = {
    expression: `${a} 6 * * *`,
    timeZone: one(a, 'UTC', 'Asia/Kolkata'),
    hasOverlap: a % 2 === 0,
    work: { ...from.work, title: `t${a}`, labels: [`l${c}`], deadlineMs: one(b, null, c) },
    nextAt: one(b, null, T0 + c),
    lastAt: one(c, null, T0 + b),
    lastWorkId: one(a, null, `w${c}`),
    putInCount: a,
    missedCount: b,
    skippedCount: c,
  };
  const legal = stepSchedule(from, event, patch);
  if (legal.ok) return legal.value;
  return { from, event, to: { ...from, ...patch, state: one(c, ...states), version: from.version + 1 } };
}

const states = SCHEDULE_STATES as readonly [Schedule['state'], ...Schedule['state'][]];
