import type {
  AckAnswer,
  MailAnswer,
  MailInboxAnswer,
  MailListAnswer,
  MailThreadAnswer,
  SentMailAnswer,
} from '../contract/answer/mail.ts';
import type { Mail } from '../domain/mail/mail.ts';
import { type MailEntry, type MailReceipt, mailStateOf } from '../domain/mail/mail-receipt.ts';
import type { FoundMail, MailInbox, MailReport, MailThread, SentMail } from '../domain/mail/report.ts';
import { receiptOf } from '../domain/message/message.ts';
import { cutText } from '../domain/text/cut-text.ts';
import { renderInstant, renderInstantOrNull } from './time.ts';

const PREVIEW_LETTERS = 200;

const headOf = (mail: Mail) => ({
  id: mail.id,
  thread_id: mail.threadId,
  from: mail.from,
  from_display: mail.fromDisplay,
  to: mail.to,
  subject: mail.subject,
  importance: mail.importance,
  ack_wanted: mail.isAckWanted,
  reply_to: mail.replyTo,
  sent_at: renderInstant(mail.createdAt),
});

const previewOf = ({ body }: Mail): string => cutText(body, PREVIEW_LETTERS);
const turnOf = ({ turnState }: MailEntry): string | null =>
  turnState === null ? null : receiptOf(turnState);

export const mailReportJson = ({ mail, entries }: MailReport): MailAnswer => ({
  ...headOf(mail),
  body: mail.body,
  receipts: entries.map((entry) => ({
    recipient: entry.receipt.recipient,
    state: mailStateOf(entry),
    turn: turnOf(entry),
    read_at: renderInstantOrNull(entry.receipt.readAt),
    acknowledged_at: renderInstantOrNull(entry.receipt.acknowledgedAt),
  })),
});

export const mailInboxJson = ({ entries, unread, older, hasBodies }: MailInbox): MailInboxAnswer => ({
  mails: entries.map((entry) => ({
    ...headOf(entry.mail),
    preview: previewOf(entry.mail),
    body: hasBodies ? entry.mail.body : null,
    state: mailStateOf(entry),
    turn: turnOf(entry),
  })),
  unread,
  older,
});

export const mailListJson = ({ mails, hasMore }: FoundMail): MailListAnswer => ({
  mails: mails.map((mail) => ({ ...headOf(mail), preview: previewOf(mail) })),
  more: hasMore,
});

export const mailThreadJson = ({ threadId, mails, hasOlder }: MailThread): MailThreadAnswer => ({
  thread_id: threadId,
  mails: mails.map((mail) => ({ ...headOf(mail), body: mail.body })),
  older: hasOlder,
});

export const sentMailJson = ({ mail, recipients }: SentMail): SentMailAnswer => ({
  mail_id: mail.id,
  thread_id: mail.threadId,
  recipients: recipients.map(({ id, display, delivery }) => ({ id, display, delivery })),
});

export const ackJson = ({ mailId, state }: MailReceipt): AckAnswer => ({ mail_id: mailId, state });
