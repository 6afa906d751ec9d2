import * as z from 'zod/mini';
import { Count, Instant, InstantOrNull, TextOrNull } from './parts.ts';

const MAIL = {
  id: z.string(),
  thread_id: z.string(),
  /** The id of a participant or a session; "swarm" for a reminder. */
  from: z.string(),
  from_display: z.string(),
  /** As the sender wrote it. */
  to: z.readonly(z.array(z.string())),
  subject: z.string(),
  importance: z.enum(['low', 'normal', 'high', 'urgent']),
  ack_wanted: z.boolean(),
  reply_to: TextOrNull,
  sent_at: Instant,
};

const State = z.enum(['delivered', 'read', 'acknowledged']);

/** How far a mail has come with one of its recipients. */
const ReceiptAnswer = z.object({
  recipient: z.string(),
  state: State,
  /** Of the turn that carries it to a session: queued, handed-over, seen, acted-on, refused. */
  turn: TextOrNull,
  read_at: InstantOrNull,
  acknowledged_at: InstantOrNull,
});

/** One mail in full. */
export const MailAnswer = z.object({ ...MAIL, body: z.string(), receipts: z.array(ReceiptAnswer) });
export type MailAnswer = z.infer<typeof MailAnswer>;

/** A mail in a list. */
const ListedMailAnswer = z.object({ ...MAIL, preview: z.string() });

/** Newest first; `more`: there are others that match. */
export const MailListAnswer = z.object({ mails: z.array(ListedMailAnswer), more: z.boolean() });
export type MailListAnswer = z.infer<typeof MailListAnswer>;

/** A thread, oldest first; `older` of it is not among these. */
export const MailThreadAnswer = z.object({
  thread_id: z.string(),
  mails: z.array(z.object({ ...MAIL, body: z.string() })),
  older: z.boolean(),
});
export type MailThreadAnswer = z.infer<typeof MailThreadAnswer>;

/** Oldest first; `older` of them are not among these. */
export const MailInboxAnswer = z.object({
  mails: z.array(
    z.object({
      ...MAIL,
      preview: z.string(),
      /** Null unless bodies were asked for. */
      body: TextOrNull,
      state: State,
      turn: TextOrNull,
    }),
  ),
  unread: Count,
  older: Count,
});
export type MailInboxAnswer = z.infer<typeof MailInboxAnswer>;

export const SentMailAnswer = z.object({
  mail_id: z.string(),
  thread_id: z.string(),
  recipients: z.array(
    z.object({
      id: z.string(),
      display: z.string(),
      /** How it gets there: by a turn of its own, along with the next turn, or by its inbox. */
      delivery: z.enum(['turn', 'next-turn', 'inbox']),
    }),
  ),
});
export type SentMailAnswer = z.infer<typeof SentMailAnswer>;

export const AckAnswer = z.object({ mail_id: z.string(), state: State });
export type AckAnswer = z.infer<typeof AckAnswer>;
