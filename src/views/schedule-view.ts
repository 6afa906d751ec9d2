import type { ScheduleAnswer, ScheduleReportAnswer } from '../contract/answer/schedule.ts';
import type { Schedule } from '../domain/schedule/schedule.ts';
import { renderDuration } from './duration.ts';
import { oneLine, shortLine } from './one-line.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';
import { renderInstant, renderInstantOrNull } from './time.ts';
import type { WorkLine } from './work-view.ts';

export type ScheduleLines = Readonly<{
  schedule: Schedule;
  times: readonly number[];
  open: readonly WorkLine[];
}>;

const TITLE_LETTERS = 50;

/** "2026-11-17 06:00:00 Europe/Berlin": people plan by their clocks. */
export const renderZoned = (at: number | null, { timeZone }: Pick<Schedule, 'timeZone'>): string =>
  at === null ? '-' : `${new Date(at).toLocaleString('sv-SE', { timeZone })} ${timeZone}`;

export function renderScheduleTable(schedules: readonly Schedule[], style: Style): string {
  if (schedules.length === 0) return 'No schedules\n';
  const rows = schedules.map((schedule) => [
    style.bold(schedule.id),
    schedule.state,
    schedule.expression,
    schedule.nextAt === null ? '-' : `next ${renderZoned(schedule.nextAt, schedule)}`,
    `${schedule.putInCount} put in`,
    shortLine(schedule.work.title, TITLE_LETTERS),
  ]);
  return renderTable(rows);
}

export function renderAddedSchedule({ schedule, times }: ScheduleLines): string {
  const [first, ...later] = times.map((at) => renderZoned(at, schedule));
  return [
    `✅ Schedule ${schedule.id}: next at ${first}\n`,
    ...later.slice(0, 2).map((time) => `   then ${time}\n`),
    `📋 Look: swarm schedule show ${schedule.id}; a loop does the work: swarm loop\n`,
  ].join('');
}

/** One schedule with all that is known of it. */
export function renderSchedule({ schedule, times, open }: ScheduleLines, style: Style): string {
  const { work } = schedule;
  const rows: readonly (readonly [string, string | null])[] = [
    ['State', schedule.state],
    ['Expression', `${schedule.expression} (${schedule.timeZone})`],
    ['Put in', String(schedule.putInCount)],
    ['Missed', schedule.missedCount === 0 ? null : String(schedule.missedCount)],
    ['Skipped', schedule.skippedCount === 0 ? null : String(schedule.skippedCount)],
    ['Overlap', schedule.hasOverlap ? 'allowed' : null],
    ['Last', schedule.lastAt === null ? null : renderZoned(schedule.lastAt, schedule)],
    ['Last work', schedule.lastWorkId],
    ['Open work', listOf(open.map((it) => `${it.work.id} (${it.standing})`))],
    ['Priority', String(work.priority)],
    ['Rig', work.rig],
    ['Actor', work.actor],
    ['Labels', listOf(work.labels)],
    ['Retries', work.retries === 0 ? null : String(work.retries)],
    ['Deadline', work.deadlineMs === null ? null : `${renderDuration(work.deadlineMs)} after it was put in`],
    ['Gate', work.gate],
    ['Template', work.template],
    ...times.map((at, n): [string, string] => [n === 0 ? 'Next' : '', renderZoned(at, schedule)]),
  ];
  const known = rows.flatMap(([name, text]) =>
    text === null ? [] : [[name === '' ? '' : `${name}:`, oneLine(text)]],
  );
  const body =
    work.body === '' ? [] : ['', ...work.body.split('\n').map((line) => `  ${oneLine(line)}`.trimEnd())];
  return [
    `${style.bold(schedule.id)}  ${oneLine(work.title)}\n\n`,
    renderTable(known, [14]),
    ...body.map((line) => `${line}\n`),
  ].join('');
}

const listOf = (words: readonly string[]): string | null => (words.length === 0 ? null : words.join(', '));

/** What a schedule says of itself, for programs. */
export const scheduleJson = (schedule: Schedule): ScheduleAnswer => ({
  schedule_id: schedule.id,
  state: schedule.state,
  expression: schedule.expression,
  time_zone: schedule.timeZone,
  overlap: schedule.hasOverlap,
  next_at: renderInstantOrNull(schedule.nextAt),
  last_at: renderInstantOrNull(schedule.lastAt),
  last_work_item: schedule.lastWorkId,
  put_in: schedule.putInCount,
  missed: schedule.missedCount,
  skipped: schedule.skippedCount,
  work: {
    title: schedule.work.title,
    body: schedule.work.body,
    priority: schedule.work.priority,
    rig: schedule.work.rig,
    actor: schedule.work.actor,
    labels: schedule.work.labels,
    retries: schedule.work.retries,
    deadline_ms: schedule.work.deadlineMs,
    gate: schedule.work.gate,
    template: schedule.work.template,
  },
  created_at: renderInstant(schedule.createdAt),
});

export const scheduleReportJson = ({ schedule, times, open }: ScheduleLines): ScheduleReportAnswer => ({
  ...scheduleJson(schedule),
  next_times: times.map(renderInstant),
  open_work: open.map(({ work, standing }) => ({ id: work.id, status: standing })),
});
