import type { Outcome } from '../domain/outcome.ts';
import { durationMs, type Flag, type Word, wholeNumber } from './flag.ts';
import type { Io } from './io.ts';

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

/** Says what went wrong with a queue that is kept outside, which stops nobody. */
export function warnOf<T extends Readonly<{ warnings: readonly string[] }>>(
  outcome: Outcome<T>,
  io: Io,
): Outcome<T> {
  if (outcome.ok) for (const warning of outcome.value.warnings) io.warn(`⚠️  ${warning}\n`);
  return outcome;
}
