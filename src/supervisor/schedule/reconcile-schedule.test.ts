import { describe, expect, test } from 'vitest';
import { aSchedule } from '../../../tests/samples/schedule.ts';
import { aWork } from '../../../tests/samples/work.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { accept } from '../../domain/outcome.ts';
import { stepWork } from '../../domain/queue/work-item.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import type { Store, Write } from '../../store/store.ts';
import { reconcileSchedule, type ScheduleRoundDeps } from './reconcile-schedule.ts';

const MINUTE = 60_000;
const T0 = Date.UTC(2026, 10, 16, 6, 0);
/** Every minute, as a library would say it. */
const everyMinute = {
  next: (after: number) => (Math.floor(after / MINUTE) + 1) * MINUTE,
  last: (at: number) => Math.floor(at / MINUTE) * MINUTE,
};

async function makeWorld(changes: Partial<Schedule> = {}) {
  const store = new OracleStore();
  const clock = { at: T0, now: () => clock.at };
  const poked: string[] = [];
  const journal = { at: T0, by: 'ann', note: '' };
  const schedule = aSchedule({ id: 'often', nextAt: T0, ...changes });
  const commit = (...writes: Write[]) => store.commit(writes);
  await commit({ kind: 'add-schedule', schedule, journal });
  const deps = (rows: Store = store): ScheduleRoundDeps => ({
    store: rows,
    clock,
    ids: { uuid: () => 'u', hash: (text) => text },
    by: 'supervisor',
    poke: async (key) => void poked.push(key),
    timetables: { open: async () => accept(everyMinute) },
  });
  const round = (rows?: Store) => reconcileSchedule(deps(rows), 'often');
  const settle = async () => {
    for (let rounds = 0; rounds < 10; rounds++) {
      const look = await round();
      if (look !== 'again') return look;
    }
    throw new Error('it does not come to rest');
  };
  const workIds = async () => (await store.listWork({}, { limit: 100 })).map(({ id }) => id);
  const notes = async () =>
    (await store.listJournal({ after: 0, limit: 100 }))
      .filter(({ event }) => event.startsWith('schedule-'))
      .slice(1)
      .map(({ note }) => note);
  const finish = async (id: string) => {
    const step = stepWork((await store.findWork(id)) ?? aWork(), 'finish', { at: clock.at });
    if (step.ok) await commit({ kind: 'step-work', step: step.value, journal });
  };
  return { store, clock, poked, commit, journal, deps, round, settle, workIds, notes, finish };
}

describe('a schedule', () => {
  test('puts its work in at its time, with its label, and rests until the next', async () => {
    const { store, clock, poked, round, settle, workIds } = await makeWorld();
    clock.at = T0 - 1;
    expect(await round()).toEqual({ restUntil: T0 });
    expect(await workIds()).toEqual([]);
    clock.at = T0 + 20_020;
    expect(await settle()).toEqual({ restUntil: T0 + MINUTE });
    expect(await store.findWork('often-20261116-0600')).toMatchObject({
      title: 'Mend the roof',
      state: 'queued',
      labels: ['schedule:often'],
      deadline: null,
    });
    expect(await store.findSchedule('often')).toMatchObject({
      lastAt: T0,
      lastWorkId: 'often-20261116-0600',
      putInCount: 1,
    });
    expect(poked).toEqual([':queue']);
  });

  test('that is paused or removed puts nothing in', async () => {
    for (const state of ['paused', 'removed'] as const) {
      const { settle, workIds } = await makeWorld({ state, nextAt: null });
      expect(await settle()).toEqual({ restUntil: null });
      expect(await workIds()).toEqual([]);
    }
  });

  test('that no supervisor looked after for long puts in one, and says how many it missed', async () => {
    const { store, clock, settle, workIds, notes } = await makeWorld();
    clock.at = T0 + 10 * MINUTE + 5;
    expect(await settle()).toEqual({ restUntil: T0 + 11 * MINUTE });
    expect(await workIds()).toEqual(['often-20261116-0610']);
    expect(await notes()).toEqual(['often: put in often-20261116-0610; 10 earlier times were missed']);
    expect(await store.findSchedule('often')).toMatchObject({ putInCount: 1, missedCount: 10 });
  });

  test('skips a time while its earlier work is open, and says so', async () => {
    const { store, clock, settle, workIds, notes, finish } = await makeWorld();
    await settle();
    clock.at = T0 + MINUTE;
    expect(await settle()).toEqual({ restUntil: T0 + 2 * MINUTE });
    expect(await workIds()).toEqual(['often-20261116-0600']);
    expect((await notes())[1]).toBe(
      'often: skipped often-20261116-0601, as often-20261116-0600 is still open',
    );
    expect(await store.findSchedule('often')).toMatchObject({ putInCount: 1, skippedCount: 1 });
    await finish('often-20261116-0600');
    clock.at = T0 + 2 * MINUTE;
    await settle();
    expect((await workIds()).sort()).toEqual(['often-20261116-0600', 'often-20261116-0602']);
  });

  test('with overlap puts work in whatever is open', async () => {
    const { clock, settle, workIds } = await makeWorld({ hasOverlap: true });
    await settle();
    clock.at = T0 + MINUTE;
    await settle();
    expect(await workIds()).toEqual(['often-20261116-0600', 'often-20261116-0601']);
  });

  test('is not held up by work that no agent is given any more, since its deadline has passed', async () => {
    const { work } = aSchedule();
    const { clock, settle, workIds } = await makeWorld({ work: { ...work, deadlineMs: 30_000 } });
    await settle();
    clock.at = T0 + MINUTE;
    await settle();
    expect(await workIds()).toEqual(['often-20261116-0600', 'often-20261116-0601']);
  });

  test('passes over a time whose work a person has put in by hand', async () => {
    const { commit, journal, settle, notes } = await makeWorld();
    await commit({ kind: 'add-work', work: aWork({ id: 'often-20261116-0600' }), journal });
    expect(await settle()).toEqual({ restUntil: T0 + MINUTE });
    expect(await notes()).toEqual([
      'often: skipped often-20261116-0600, as often-20261116-0600 is in the queue already',
    ]);
  });
});

describe('a time is put in exactly once', () => {
  /** A store whose supervisor dies just before or just after its n-th commit. */
  const dying = (store: Store, nth: number, when: 'before' | 'after'): Store => {
    let commits = 0;
    return new Proxy(store, {
      get: (it, name) => {
        if (name !== 'commit') return (Reflect.get(it, name) as () => unknown).bind(it);
        return async (writes: readonly Write[]) => {
          const isLast = commits++ === nth;
          if (isLast && when === 'before') throw new Error('died');
          const result = await it.commit(writes);
          if (isLast) throw new Error('died');
          return result;
        };
      },
    });
  };

  test('wherever the supervisor dies', async () => {
    for (const when of ['before', 'after'] as const) {
      const { store, round, settle, workIds } = await makeWorld();
      await expect(round(dying(store, 0, when))).rejects.toThrow('died');
      await settle();
      expect(await workIds()).toEqual(['often-20261116-0600']);
      expect(await store.findSchedule('often')).toMatchObject({ putInCount: 1, missedCount: 0 });
    }
  });

  test('when two supervisors look at the same moment', async () => {
    const { store, round, settle, workIds } = await makeWorld({ hasOverlap: true });
    await Promise.all([round(), round(), round()]);
    await settle();
    expect(await workIds()).toEqual(['often-20261116-0600']);
    expect(await store.findSchedule('often')).toMatchObject({ putInCount: 1, skippedCount: 0 });
  });
});
