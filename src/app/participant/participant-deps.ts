import type { CallerSighting } from '../../domain/participant/caller.ts';
import type { Anchor } from '../../domain/participant/participant.ts';
import type { VerbDeps } from '../deps.ts';

/** The port that looks at who asks. */
export type Callers = Readonly<{
  observe: () => Promise<CallerSighting>;
  isAlive: (anchor: Anchor) => Promise<boolean>;
}>;

export type ParticipantDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'hostId' | 'by'> &
  Readonly<{ callers: Callers }>;
