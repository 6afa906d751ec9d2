import { beforeEach, describe, expect, test } from 'vitest';
import { aWork } from '../../../tests/samples/work.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aNote, aSession, aSpec, T0 } from '../../../tests/store/rows.ts';
import { hasLiveLease } from '../../domain/queue/lease.ts';
import { workedMs } from '../../domain/session/session.ts';
import { keepClock } from './keep-clock.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const LEASE = 30 * MINUTE;

let store: OracleStore;
let world: { wall: number; steady: number; boot: string };
const pass = (ms: number): void => {
  world = { ...world, wall: world.wall + ms, steady: world.steady + ms };
};
const jump = (ms: number): void => {
  world = { ...world, wall: world.wall + ms };
};
const reboot = (offMs: number): void => {
  world = { wall: world.wall + offMs, steady: 10, boot: 'b2' };
};
const begin = (longestMs = MINUTE) =>
  keepClock({ store, clocks: { read: () => world }, hostId: 'host', by: 'supervisor', longestMs });

beforeEach(async () => {
  store = new OracleStore();
  world = { wall: T0, steady: 5 * HOUR, boot: 'b1' };
  const session = aSession({ id: 's', state: 'working', hostId: 'host', workingSince: T0, stateSince: T0 });
  const claimed = { state: 'claimed', holder: 'ann@host', leaseUntil: T0 + LEASE, fence: 1 } as const;
  const elsewhere = { ...claimed, holder: 'bob@other' };
  await store.commit([
    { kind: 'add-session', session, spec: aSpec(), journal: aNote() },
    { kind: 'add-work', work: aWork({ id: 'w', ...claimed }), journal: aNote() },
    { kind: 'add-work', work: aWork({ id: 'other', ...elsewhere }), journal: aNote() },
  ]);
});

async function standing(now: number) {
  const session = await store.findSession('s');
  const [mine, other] = [await store.findWork('w'), await store.findWork('other')];
  if (!session || !mine || !other) throw new Error('the rows are there');
  return {
    worked: workedMs(session, now),
    isHeld: hasLiveLease(mine, now),
    isHeldThere: hasLiveLease(other, now),
  };
}

describe.each([2 * HOUR, -2 * HOUR])('a wall clock that jumps by %d ms', (ms) => {
  test('costs no working time and no lease', async () => {
    const clock = begin();
    await clock.settle();
    pass(3 * SECOND);
    jump(ms);
    // Between the jump and its settling, time goes on as it did.
    expect(await standing(clock.now())).toMatchObject({ worked: 3 * SECOND, isHeld: true });
    expect(await clock.settle()).toBe(true);
    expect(clock.now()).toBe(T0 + 3 * SECOND + ms);
    expect(await standing(clock.now())).toMatchObject({ worked: 3 * SECOND, isHeld: true });
  });

  test('lets time count and leases run out as before it', async () => {
    const clock = begin(HOUR);
    await clock.settle();
    jump(ms);
    await clock.settle();
    pass(LEASE + SECOND);
    expect(await standing(clock.now())).toMatchObject({ worked: LEASE + SECOND, isHeld: false });
  });

  test('while no supervisor ran is seen by the next one, and moves rows once', async () => {
    await begin().settle();
    pass(10 * SECOND);
    jump(ms);
    const [one, two] = [begin(), begin()];
    expect(await Promise.all([one.settle(), two.settle()])).toEqual([true, false]);
    await two.settle();
    expect(await standing(two.now())).toMatchObject({ worked: 10 * SECOND, isHeld: true });
    expect(await store.listJournal({ after: 0, limit: 9, event: 'clock-jumped' })).toHaveLength(1);
  });
});

test('a lease of another host runs by the clock of that host', async () => {
  const clock = begin();
  await clock.settle();
  jump(2 * HOUR);
  await clock.settle();
  expect((await standing(clock.now())).isHeldThere).toBe(false);
});

test('a lease that had run out before the jump stays so', async () => {
  const clock = begin(HOUR);
  await clock.settle();
  pass(LEASE + 1);
  jump(2 * HOUR);
  await clock.settle();
  expect((await standing(clock.now())).isHeld).toBe(false);
});

test('a supervisor that stood still for hours counts a minute of them', async () => {
  const clock = begin();
  await clock.settle();
  pass(2 * HOUR);
  await clock.settle();
  expect(await standing(clock.now())).toMatchObject({ worked: MINUTE, isHeld: true });
});

test('a night for which the machine was off is no working time, and ends leases', async () => {
  await begin().settle();
  reboot(8 * HOUR);
  const clock = begin();
  await clock.settle();
  expect(await standing(clock.now())).toMatchObject({ worked: MINUTE, isHeld: false });
});

test('an hour of work that no supervisor saw, on a machine that was on, counts', async () => {
  await begin().settle();
  pass(HOUR);
  const clock = begin();
  await clock.settle();
  expect(await standing(clock.now())).toMatchObject({ worked: HOUR, isHeld: false });
});

test('a clock that is corrected slowly moves nothing, however long it takes', async () => {
  const clock = begin();
  await clock.settle();
  for (let minutes = 0; minutes < 600; minutes++) {
    pass(30 * SECOND);
    jump(15);
    expect(await clock.keep()).toBe(false);
  }
  expect(clock.now()).toBe(world.wall);
  expect(await store.listJournal({ after: 0, limit: 9, event: 'clock-jumped' })).toEqual([]);
});

test('where rows cannot be written, time goes on as if there had been no jump', async () => {
  const clock = begin();
  await clock.settle();
  const { commit } = store;
  store.commit = () => Promise.reject(new Error('no room'));
  jump(2 * HOUR);
  await expect(clock.settle()).rejects.toThrow('no room');
  pass(5 * SECOND);
  expect(clock.now()).toBe(T0 + 5 * SECOND);
  store.commit = commit;
  expect(await clock.settle()).toBe(true);
  expect(clock.now()).toBe(T0 + 5 * SECOND + 2 * HOUR);
});
