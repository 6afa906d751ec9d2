/** A commit that holds what would otherwise have been lost. */
export type Rescue = Readonly<{
  /** refs/swarm/rescue/<session>/<n> */
  ref: string;
  sessionId: string;
  number: number;
  commit: string;
  at: number;
  subject: string;
}>;
