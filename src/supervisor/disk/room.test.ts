import { expect, test } from 'vitest';
import { RESERVE_BYTES } from '../../domain/disk/room.ts';
import { Fault } from '../../domain/fault.ts';
import { watchRoom } from './room.ts';

const FULL = new Fault('disk-full', 'no room');

function stage() {
  const world = { free: Number.POSITIVE_INFINITY, isWritable: true, now: 1_000 };
  const said: string[] = [];
  const room = watchRoom({
    disk: { observeFree: async () => world.free, isWritable: async () => world.isWritable },
    clock: { now: () => world.now },
    log: (level, message) => void said.push(`${level}: ${message}`),
  });
  return { world, said, room };
}

test('a fault for want of room is told once, and any other is not its business', () => {
  const { room, said } = stage();
  expect(room.noteFault(new Fault('git-failed', 'no'))).toBe(false);
  expect(room.isFull()).toBe(false);
  for (const error of [FULL, FULL, Object.assign(new Error('no'), { code: 'ENOSPC' })])
    expect(room.noteFault(error)).toBe(true);
  expect(room.isFull()).toBe(true);
  expect(said).toHaveLength(1);
});

test('little room counts as none before anything has failed', async () => {
  const { world, room } = stage();
  world.free = RESERVE_BYTES - 1;
  expect(await room.look()).toBeNull();
  expect(room.isFull()).toBe(true);
});

test('it is over when there is space and something can be written, and says since when it was', async () => {
  const { world, room, said } = stage();
  room.noteFault(FULL);
  world.isWritable = false;
  world.now = 2_000;
  expect([await room.look(), room.isFull()]).toEqual([null, true]);
  world.isWritable = true;
  expect([await room.look(), room.isFull()]).toEqual([1_000, false]);
  expect(await room.look()).toBeNull();
  expect(said).toEqual([
    expect.stringContaining('error: The disk is full'),
    expect.stringContaining('info: '),
  ]);
});

test('an end that came after the last full moment is not blamed on it', async () => {
  const { world, room } = stage();
  expect(room.wasFullSince(0)).toBe(false);
  room.noteFault(FULL);
  expect(room.wasFullSince(5_000)).toBe(true);
  world.now = 3_000;
  await room.look();
  expect([room.wasFullSince(3_000), room.wasFullSince(3_001)]).toEqual([true, false]);
});
