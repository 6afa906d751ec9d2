import type { Timetables } from '../../runtime/schedule/timetables.ts';
import type { QueueDeps } from '../queue/queue-deps.ts';

export type ScheduleDeps = Pick<QueueDeps, 'store' | 'clock' | 'ids' | 'by' | 'poke' | 'hasFile'> &
  Readonly<{ timetables: Timetables }>;
