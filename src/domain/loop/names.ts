/** What the supervisor knows a loop by, beside the ids of sessions. */
export const loopKey = (loopId: string): string => `loop:${loopId}`;

export const loopOfKey = (key: string): string | null =>
  key.startsWith('loop:') ? key.slice('loop:'.length) : null;

/** What the supervisor is poked with when any of the loops may have something to do. */
export const LOOPS_KEY = ':loops';

/** What it is poked with when everything that is held up may go on, or has to stop. */
export const PROJECT_KEY = ':project';

/** Where a session says which loop began it. */
export const LOOP_METADATA = 'loop';

/** A loop began it: before it is given up, a person is asked. */
export const isOfLoop = ({ metadata }: Readonly<{ metadata: Readonly<Record<string, string>> }>): boolean =>
  metadata[LOOP_METADATA] !== undefined;
