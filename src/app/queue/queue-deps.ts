import type { OutsideQueue } from '../../runtime/queue/outside-queue.ts';
import type { VerbDeps } from '../deps.ts';

export type QueueDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'config' | 'by' | 'poke'> &
  Readonly<{
    /** Whether a path, from the project's folder on, is a file. */
    hasFile: (path: string) => Promise<boolean>;
    /** Null when the queue is Swarm's own. */
    outside: OutsideQueue | null;
  }>;
