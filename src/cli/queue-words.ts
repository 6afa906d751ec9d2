import * as z from 'zod/mini';
import { durationMs, type Flag, type Word, wholeNumber } from './flag.ts';

/** What a command takes beside its verb's input when agents may ask it too. */
export const Waiting = { timeoutMs: z.optional(z.int()) };

/** Words and flags that commands of the queue share. */
export const WORK: Word = {
  name: 'work',
  key: 'workId',
  about: 'Id of the work (swarm queue list)',
  offers: 'work',
};

export const SCHEDULE: Word = {
  name: 'schedule',
  key: 'scheduleId',
  about: 'Name of the schedule (swarm schedule list)',
  offers: 'schedule',
};

export const CHOICE: readonly Flag[] = [
  { name: 'rig', key: 'rig', value: 'name', about: 'Only work of this rig' },
  { name: 'label', key: 'label', value: 'label', about: 'Only work with this label' },
];

export const FENCE: Flag = {
  name: 'fence',
  key: 'fence',
  value: 'number',
  about: 'Number of the claim that you rely on; refused when it is not the newest or has run out',
  ...wholeNumber,
};

export const LEASE: Flag = {
  name: 'lease',
  key: 'leaseMs',
  value: 'duration',
  about: 'How long it is held (queue.lease)',
  ...durationMs,
};
