/** One word to the person, before a channel gives it its form. */
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

/** How the sending of a word ended. */
export type SendEnd =
  | Readonly<{ is: 'sent' }>
  /** The problem holds no address and no secret. */
  | Readonly<{ is: 'missed'; problem: string; retry: boolean; retryAfterMs: number | null }>;

/** Whether a channel could be used. */
export type ChannelSight =
  | Readonly<{ is: 'ready'; by: string; warning: string | null }>
  | Readonly<{ is: 'lacking'; what: string; remedy: string }>;
