import { describe, expect, test } from 'vitest';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { AddSchedule } from '../../contract/schedule.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { addSchedule } from './add-schedule.ts';
import { listSchedules } from './list-schedules.ts';
import { pauseSchedule } from './pause-schedule.ts';
import { removeSchedule } from './remove-schedule.ts';
import { runSchedule } from './run-schedule.ts';
import type { ScheduleDeps } from './schedule-deps.ts';
import { showSchedule } from './show-schedule.ts';
import { unpauseSchedule } from './unpause-schedule.ts';

const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 10, 16, 5, 30);

/** Schedules without a database: every full hour, except for expressions that say otherwise. */
function makeSchedules() {
  const store = new OracleStore();
  const clock = { at: T0, now: () => clock.at };
  const poked: string[] = [];
  let uuids = 0;
  const deps: ScheduleDeps = {
    store,
    clock,
    ids: { uuid: () => `${++uuids}0000000-0000`, hash: (text) => text },
    by: 'ann',
    poke: async (key) => void poked.push(key),
    hasFile: async (path) => path === 'there.md',
    timetables: {
      open: async (expression) => {
        if (expression === 'wrong') return refuse({ code: 'schedule-never', expression });
        const next = (after: number) => (Math.floor(after / HOUR) + 1) * HOUR;
        return accept({ next: expression === 'never' ? () => null : next, last: () => null });
      },
      findZone: async (name) =>
        name === 'Mars'
          ? refuse({ code: 'schedule-zone-unknown', zone: name, near: [] })
          : accept(name ?? 'UTC'),
    },
  };
  const add = (given: object = {}) =>
    addSchedule(deps, AddSchedule.parse({ expression: '0 * * * *', title: 'Mend it', id: 'mend', ...given }));
  const count = async () => (await store.listSchedules({ isLive: false })).length;
  return { store, clock, poked, deps, add, count };
}

const codeOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'ok' : outcome.refusal.code);
const good = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.value;
};
const MEND = { scheduleId: 'mend' };

describe('adding a schedule', () => {
  test('keeps what was said, knows the next times, and tells the supervisor', async () => {
    const { add, poked } = makeSchedules();
    const { schedule, times } = good(
      await add({
        expression: ' 0  * * * * ',
        labels: ['a', 'a'],
        deadlineMs: 1_000,
        timeZone: 'Europe/Berlin',
      }),
    );
    expect(schedule).toMatchObject({
      id: 'mend',
      state: 'active',
      expression: '0 * * * *',
      timeZone: 'Europe/Berlin',
      nextAt: T0 + HOUR / 2,
      work: { title: 'Mend it', labels: ['a'], deadlineMs: 1_000, priority: 2 },
    });
    expect(times).toHaveLength(5);
    expect(times[0]).toBe(schedule.nextAt);
    expect(poked).toEqual(['schedule:mend']);
  });

  test('makes up a name where none is given', async () => {
    const { add } = makeSchedules();
    expect(good(await add({ id: undefined })).schedule.id).toBe('schedule-10000000');
  });

  test('is refused, with nothing half done, for whatever is wrong with it', async () => {
    const { add, count, poked } = makeSchedules();
    expect(codeOf(await add({ timeZone: 'Mars' }))).toBe('schedule-zone-unknown');
    expect(codeOf(await add({ expression: 'wrong' }))).toBe('schedule-never');
    expect(codeOf(await add({ expression: 'never' }))).toBe('schedule-never');
    expect(codeOf(await add({ template: 'missing.md' }))).toBe('template-missing');
    expect([await count(), poked]).toEqual([0, []]);
    expect(codeOf(await add({ template: 'there.md' }))).toBe('ok');
  });

  test('under a name that is in use is refused, and under that of a removed one begins anew', async () => {
    const { add, deps, count } = makeSchedules();
    await add();
    expect(codeOf(await add({ title: 'Other' }))).toBe('schedule-taken');
    await runSchedule(deps, MEND);
    await removeSchedule(deps, MEND);
    expect(good(await add({ title: 'Other' })).schedule).toMatchObject({
      state: 'active',
      putInCount: 0,
      lastWorkId: null,
      work: { title: 'Other' },
    });
    expect(await count()).toBe(1);
  });
});

describe('a schedule that is there', () => {
  test('pauses and goes on, each once, and does not make up for what passed meanwhile', async () => {
    const { add, deps, clock, poked } = makeSchedules();
    await add();
    expect(good(await pauseSchedule(deps, MEND))).toMatchObject({
      state: 'paused',
      nextAt: null,
      version: 2,
    });
    expect(good(await pauseSchedule(deps, MEND)).version).toBe(2);
    clock.at += 5 * HOUR;
    const going = good(await unpauseSchedule(deps, MEND));
    expect(going).toMatchObject({ state: 'active', nextAt: T0 + 5.5 * HOUR, version: 3 });
    expect(good(await unpauseSchedule(deps, MEND)).version).toBe(3);
    expect(poked).toEqual(['schedule:mend', 'schedule:mend', 'schedule:mend']);
  });

  test('puts its work in when asked, also while it is paused, and twice for twice', async () => {
    const { add, deps, store } = makeSchedules();
    await add();
    const first = good(await runSchedule(deps, MEND));
    expect(first.workId).toBe('mend-run-20261116-0530');
    await pauseSchedule(deps, MEND);
    const second = good(await runSchedule(deps, MEND));
    expect(second.workId).toBe('mend-run-20261116-0530-2');
    expect(second.schedule).toMatchObject({ state: 'paused', putInCount: 2, nextAt: null });
    expect(await store.findWork(second.workId)).toMatchObject({ labels: ['schedule:mend'], state: 'queued' });
    const { open } = good(await showSchedule(deps, MEND));
    expect(open.map(({ work }) => work.id)).toEqual([first.workId, second.workId]);
  });

  test('is not found any more once it was removed, and those near it are named', async () => {
    const { add, deps } = makeSchedules();
    await add();
    await add({ id: 'spend' });
    await removeSchedule(deps, MEND);
    const verbs = [showSchedule, pauseSchedule, unpauseSchedule, removeSchedule, runSchedule];
    for (const verb of verbs) expect(codeOf(await verb(deps, MEND))).toBe('schedule-not-found');
    const refused = await showSchedule(deps, { scheduleId: 'spent' });
    expect(refused).toMatchObject({ refusal: { near: ['spend'] } });
    expect(good(await listSchedules(deps)).map(({ id }) => id)).toEqual(['spend']);
  });
});
