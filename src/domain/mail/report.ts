import type { Mail } from './mail.ts';
import type { MailEntry } from './mail-receipt.ts';

/** A mail with what became of it. */
export type MailReport = Readonly<{ mail: Mail; entries: readonly MailEntry[] }>;

/** The newest mail of one participant, oldest first; `older` is not among it. */
export type MailInbox = Readonly<{
  entries: readonly MailEntry[];
  unread: number;
  older: number;
  /** Bodies are asked for, and not only their beginnings. */
  hasBodies: boolean;
}>;

/** Newest first; `hasMore`: others match too. */
export type FoundMail = Readonly<{ mails: readonly Mail[]; hasMore: boolean }>;

/** What a reader sent and received of a thread, oldest first. */
export type MailThread = Readonly<{ threadId: string; mails: readonly Mail[]; hasOlder: boolean }>;

/** A recipient, and how the mail gets there: by a turn, along with the next one, or by the inbox. */
export type MailDestination = Readonly<{
  id: string;
  display: string;
  delivery: 'turn' | 'next-turn' | 'inbox';
}>;

export type SentMail = Readonly<{ mail: Mail; recipients: readonly MailDestination[] }>;
