import { createHash, randomUUID } from 'node:crypto';
import type { Clock, ClockReader, Ids } from './clock.ts';

export const realClock: Clock = { now: () => Date.now() };

const NS_PER_MS = 1_000_000n;

export const realClocks = (boot: string): ClockReader => ({
  read: () => ({ wall: Date.now(), steady: Number(process.hrtime.bigint() / NS_PER_MS), boot }),
});

export const realIds: Ids = {
  uuid: () => randomUUID(),
  hash: (text) => createHash('sha256').update(text).digest('hex'),
};
