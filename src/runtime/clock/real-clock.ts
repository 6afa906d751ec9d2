import { createHash, randomUUID } from 'node:crypto';
import type { Clock, Ids } from './clock.ts';

export const realClock: Clock = { now: () => Date.now() };

export const realIds: Ids = {
  uuid: () => randomUUID(),
  hash: (text) => createHash('sha256').update(text).digest('hex'),
};
