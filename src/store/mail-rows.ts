import type { JournalNote } from '../domain/journal/journal.ts';
import type { Importance, Mail } from '../domain/mail/mail.ts';
import type { MailEntry, MailReceipt, MailStep } from '../domain/mail/mail-receipt.ts';

/** Rows of mail to be written. */
export type MailWrite =
  /** `words` are those by which it is found; `sessionId` is that of a sender that is a session of ours. */
  | {
      kind: 'add-mail';
      mail: Mail;
      words: readonly string[];
      sessionId: string | null;
      journal: JournalNote;
    }
  | { kind: 'add-mail-receipt'; receipt: MailReceipt }
  /** Guarded by version and state. */
  | { kind: 'step-mail'; step: MailStep; journal: JournalNote };

export type MailFilter = Readonly<{
  /** Sent or received by this participant. */
  party?: string;
  sender?: string;
  threadId?: string;
  /** All of them are in it, whole or as beginnings; none finds nothing. */
  words?: readonly string[];
  /** Sent before the mail of this id. */
  before?: string;
}>;

export type MailInboxFilter = Readonly<{
  recipient: string;
  isUnread?: boolean;
  /** Only what no turn carries yet. */
  isRiding?: boolean;
  importances?: readonly Importance[];
  sentAfter?: number;
}>;

/** What another row may have taken already. */
export type MailDuplicate = 'mail' | 'mail-receipt';

/** What the store tells of mail. */
export interface MailReads {
  findMail(id: string): Promise<Mail | undefined>;
  /** Newest first. */
  listMail(filter: MailFilter, page: { limit: number }): Promise<readonly Mail[]>;
  /** The newest of an inbox, or with `isOldest` the oldest, oldest first. */
  listMailInbox(
    filter: MailInboxFilter & Readonly<{ limit: number; isOldest?: boolean }>,
  ): Promise<readonly MailEntry[]>;
  countMailInbox(filter: MailInboxFilter): Promise<number>;
  /** What became of one mail, by recipient. */
  listMailReceipts(mailId: string): Promise<readonly MailEntry[]>;
  /** Whose acknowledgement is overdue and was not told of, longest first. */
  listDueReminders(at: number, limit: number): Promise<readonly MailEntry[]>;
  /** When the next acknowledgement is overdue. */
  findNextReminder(): Promise<number | null>;
}
