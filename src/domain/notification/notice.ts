/** A notification before a channel formats it. */
export type Notice = Readonly<{
  title: string;
  parts: readonly Readonly<{
    /** What it is, and who it is about. */
    heading: string;
    text: string;
    /** What the person can do. */
    hint: string;
  }>[];
}>;

/** How sending ended. */
export type SendEnd =
  | Readonly<{ is: 'sent' }>
  /** The problem contains no address and no secret. */
  | Readonly<{ is: 'missed'; problem: string; retry: boolean; retryAfterMs: number | null }>;

/** Whether a channel could be used. */
export type ChannelSight =
  | Readonly<{ is: 'ready'; by: string; warning: string | null }>
  | Readonly<{ is: 'lacking'; what: string; remedy: string }>;
