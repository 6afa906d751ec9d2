/** An agent waits for sessions that it began. Its process stays, and its slot is free meanwhile. */
export type ChildWait = Readonly<{
  /** The asking file that is answered at the end of the wait, and the attempt that wrote it. */
  key: string;
  attempt: number;
  sessionIds: readonly string[];
  since: number;
  /** The wait ends then, whatever they do. */
  until: number;
}>;

/** Whether that is what a session waits for now. */
export const awaitsChildren = (session: {
  state: string;
  stateSince: number;
  childWait: ChildWait | null;
}): boolean => session.state === 'waiting' && session.childWait?.since === session.stateSince;

type Waiter = Readonly<{ attempt: number; isThere: boolean }>;

/** Whether the wait goes on: its asker is there, its time is not up, and not all are over. */
export const isAwaiting = (
  wait: ChildWait,
  { attempt, isThere, isAllOver, now }: Waiter & Readonly<{ isAllOver: boolean; now: number }>,
): boolean => isThere && attempt === wait.attempt && !isAllOver && now < wait.until;
