import { ScheduleRef } from '../../contract/schedule.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { QUEUE_KEY } from '../../domain/queue/queue-key.ts';
import { scheduledWorkId } from '../../domain/schedule/names.ts';
import { type Schedule, stepSchedule } from '../../domain/schedule/schedule.ts';
import { scheduleJson } from '../../views/schedule-view.ts';
import { unwrap } from '../draft.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { draftScheduledWork } from './draft-work.ts';
import { findSchedule } from './find-schedule.ts';
import type { ScheduleDeps } from './schedule-deps.ts';

const IDS_TRIED = 20;

export type RanSchedule = Readonly<{ schedule: Schedule; workId: string }>;

/** Puts the work of a schedule in once, now, whatever is open; its times stay as they are. */
export function runSchedule(deps: ScheduleDeps, { scheduleId }: ScheduleRef): Promise<Outcome<RanSchedule>> {
  const { store, clock, by, ids, poke } = deps;
  return whileStale(scheduleId, async () => {
    const found = await findSchedule(store, scheduleId);
    if (!found.ok) return found;
    const at = clock.now();
    const workId = await freeId(deps, scheduledWorkId(`${scheduleId}-run`, at));
    const patch = { lastWorkId: workId, putInCount: found.value.putInCount + 1 };
    const step = unwrap(stepSchedule(found.value, 'run', patch));
    const work = draftScheduledWork(found.value, { workId, at, hash: ids.hash });
    const result = await store.commit([
      { kind: 'step-schedule', step, journal: { at, by, note: `${scheduleId}: put in ${workId}, as asked` } },
      { kind: 'add-work', work, journal: { at, by, note: work.title } },
    ]);
    if (!result.saved) return 'stale';
    await poke(QUEUE_KEY);
    return accept({ schedule: step.to, workId });
  });
}

/** Twice in one second is twice. */
async function freeId({ store }: ScheduleDeps, wanted: string): Promise<string> {
  let id = wanted;
  for (let nth = 2; nth <= IDS_TRIED && (await store.findWork(id)); nth++) id = `${wanted}-${nth}`;
  return id;
}

export const runScheduleVerb = verb({
  name: 'schedule.run',
  summary: 'Queue the work of a schedule once, now',
  asks: 'person',
  reads: false,
  input: ScheduleRef,
  answer: async () => (await import('../../contract/answer/schedule.ts')).RanScheduleAnswer,
  run: runSchedule,
  json: ({ schedule, workId }) => ({ ...scheduleJson(schedule), work_item: workId }),
});
