import type { Session } from './session.ts';

/** As much of a session that is not over as tells whether it needs a round. */
export type LiveSession = Pick<
  Session,
  'id' | 'hostId' | 'runId' | 'role' | 'state' | 'version' | 'attempt' | 'mode' | 'metadata' | 'stateSince'
> &
  Readonly<{
    /** A turn waits to be handed over. */
    hasQueued: boolean;
    /** Before its first attempt it waits for other sessions, or did. */
    isDependent: boolean;
  }>;
