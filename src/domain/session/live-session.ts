import type { Session } from './session.ts';

/** As much of a session that is not over as tells whether somebody has to look at it. */
export type LiveSession = Pick<
  Session,
  'id' | 'runId' | 'role' | 'state' | 'version' | 'attempt' | 'mode' | 'metadata' | 'stateSince'
> &
  Readonly<{
    /** A turn waits to be handed over. */
    hasQueued: boolean;
  }>;
