import * as z from 'zod/mini';
import { IMPORTANCES } from '../domain/mail/mail.ts';
import { SafeId } from './id.ts';

export { IMPORTANCES };

const ADDRESS_LETTERS = 240;
const SUBJECT_LETTERS = 300;
const MOST_ADDRESSES = 100;
const MOST_LISTED = 1_000;
const QUERY_LETTERS = 1_000;

/** The largest body that is taken. */
export const MAIL_MAX_BYTES = 1_048_576;

const Address = z.string().check(z.regex(/\S/, 'expected a name'), z.maxLength(ADDRESS_LETTERS));

const Content = {
  subject: z.optional(z.string().check(z.maxLength(SUBJECT_LETTERS))),
  body: z.string(),
  importance: z._default(z.enum(IMPORTANCES), 'normal'),
  /** The sender wants to know that it was taken note of. */
  ack: z._default(z.boolean(), false),
};

export const SendMail = z.object({
  /** Names, roles, `track:<name>`, or `all`. */
  to: z.array(Address).check(z.minLength(1), z.maxLength(MOST_ADDRESSES)),
  ...Content,
  /** Its thread, by an id of one's own, such as that of a work item; left out: a new one. */
  threadId: z.optional(SafeId),
});
export type SendMail = z.infer<typeof SendMail>;

export const ReplyMail = z.object({
  mailId: SafeId,
  ...Content,
  /** To the other recipients too. */
  all: z._default(z.boolean(), false),
});
export type ReplyMail = z.infer<typeof ReplyMail>;

/** One mail, by its id. */
export const MailRef = z.object({ mailId: SafeId });
export type MailRef = z.infer<typeof MailRef>;

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));

const Limit = z._default(z.int().check(z.minimum(1), z.maximum(MOST_LISTED)), 50);

export const ReadMailInbox = z.object({
  unread: z._default(z.boolean(), false),
  /** Bodies too, not only their beginnings. */
  bodies: z._default(z.boolean(), false),
  /** Only what is of high importance, or urgent. */
  urgent: z._default(z.boolean(), false),
  /** Only what was sent after this time, in ISO 8601. */
  since: z.optional(z.string().check(z.refine(isTime, 'expected a time such as 2026-01-27T15:30:00Z'))),
  limit: Limit,
});
export type ReadMailInbox = z.infer<typeof ReadMailInbox>;

export const SearchMail = z.object({
  /** Words; a mail has all of them, whole or as beginnings. */
  query: z.string().check(z.maxLength(QUERY_LETTERS)),
  limit: Limit,
});
export type SearchMail = z.infer<typeof SearchMail>;

export const ThreadRef = z.object({
  /** Any mail of the thread. */
  mailId: SafeId,
  limit: Limit,
});
export type ThreadRef = z.infer<typeof ThreadRef>;
