import { AddSchedule } from '../../contract/schedule.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Timetable } from '../../domain/schedule/due.ts';
import { scheduleKey } from '../../domain/schedule/names.ts';
import {
  draftSchedule,
  freshSchedule,
  type Schedule,
  type ScheduleSpec,
  stepSchedule,
} from '../../domain/schedule/schedule.ts';
import type { Write } from '../../store/store.ts';
import { scheduleReportJson } from '../../views/schedule-view.ts';
import { unwrap } from '../draft.ts';
import { verb } from '../verb.ts';
import type { ScheduleDeps } from './schedule-deps.ts';
import { listTimes, type ScheduleReport } from './show-schedule.ts';

const ID_LETTERS = 8;

/** Adds a schedule. All that can be refused is refused before. */
export async function addSchedule(deps: ScheduleDeps, input: AddSchedule): Promise<Outcome<ScheduleReport>> {
  const { store, clock, ids, by, timetables } = deps;
  const zone = await timetables.findZone(input.timeZone);
  if (!zone.ok) return zone;
  const spec = specOf(input, zone.value);
  const timetable = await timetables.open(spec.expression, spec.timeZone);
  if (!timetable.ok) return timetable;
  const { template } = spec.work;
  if (template !== null && !(await deps.hasFile(template))) {
    return refuse({ code: 'template-missing', file: template });
  }
  const at = clock.now();
  const nextAt = timetable.value.next(at);
  if (nextAt === null) return refuse({ code: 'schedule-never', expression: spec.expression });
  const id = input.id ?? `schedule-${ids.uuid().replaceAll('-', '').slice(0, ID_LETTERS)}`;
  const known = await store.findSchedule(id);
  if (known && known.state !== 'removed') return refuse({ code: 'schedule-taken', scheduleId: id });
  const journal = { at, by, note: `${id}: ${spec.expression} (${spec.timeZone}): ${spec.work.title}` };
  const write = addingOf(known, { spec, id, at, nextAt });
  const result = await store.commit([{ ...write, journal }]);
  if (!result.saved) return refuse({ code: 'schedule-taken', scheduleId: id });
  await deps.poke(scheduleKey(id));
  const schedule = write.kind === 'add-schedule' ? write.schedule : write.step.to;
  return accept(reportOf(schedule, timetable.value));
}

type Adding = { [K in 'add-schedule' | 'step-schedule']: Omit<Extract<Write, { kind: K }>, 'journal'> };
type Fresh = Readonly<{ spec: ScheduleSpec; id: string; at: number; nextAt: number }>;

// Rows stay, so that a name which was used before finds the row that was removed.
const addingOf = (
  known: Schedule | undefined,
  { spec, id, at, nextAt }: Fresh,
): Adding['add-schedule' | 'step-schedule'] =>
  known
    ? { kind: 'step-schedule', step: unwrap(stepSchedule(known, 'renew', freshSchedule(spec, nextAt))) }
    : { kind: 'add-schedule', schedule: draftSchedule(spec, { id, at, nextAt }) };

const reportOf = (schedule: Schedule, timetable: Timetable): ScheduleReport => ({
  schedule,
  times: listTimes(schedule, timetable),
  open: [],
});

const specOf = (input: AddSchedule, timeZone: string): ScheduleSpec => ({
  expression: input.expression.trim().replaceAll(/\s+/g, ' '),
  timeZone,
  hasOverlap: input.overlap,
  work: {
    title: input.title.trim(),
    body: input.body,
    priority: input.priority,
    rig: input.rig,
    actor: input.actor,
    labels: [...new Set(input.labels)],
    retries: input.retries,
    gate: input.gate,
    template: input.template,
    deadlineMs: input.deadlineMs ?? null,
  },
});

export const addScheduleVerb = verb({
  name: 'schedule.add',
  summary: 'Add a schedule that queues work at the times of a cron expression',
  asks: 'person',
  reads: false,
  input: AddSchedule,
  answer: async () => (await import('../../contract/answer/schedule.ts')).ScheduleReportAnswer,
  run: addSchedule,
  json: scheduleReportJson,
});
