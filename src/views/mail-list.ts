import type { Mail } from '../domain/mail/mail.ts';
import {
  type MailEntry,
  type MailReceipt,
  type MailState,
  mailStateOf,
} from '../domain/mail/mail-receipt.ts';
import type { FoundMail, MailInbox, MailReport, MailThread, SentMail } from '../domain/mail/report.ts';
import { receiptOf } from '../domain/message/message.ts';
import { shortLine } from './one-line.ts';
import type { Style } from './style.ts';
import { type Cell, renderTable } from './table.ts';
import { renderMinute, renderSecond } from './time.ts';
import { visibleLine, visibleText } from './visible-text.ts';

const SUBJECT_LETTERS = 60;
const NAME_LETTERS = 40;

const HEAD = ['MAIL', 'SENT', 'FROM', 'SUBJECT'] as const;

const cellsOf = (mail: Mail, style: Style): readonly Cell[] => [
  mail.id,
  renderMinute(mail.createdAt),
  shortLine(visibleLine(mail.fromDisplay), NAME_LETTERS),
  { text: subjectLine(mail), paint: paintOf(mail, style) },
];

/** A subject with what its sender wants of it. */
export const subjectLine = (mail: Mail): string =>
  `${shortLine(visibleLine(mail.subject), SUBJECT_LETTERS)}${marksOf(mail)}`;

const marksOf = ({ importance, isAckWanted }: Mail): string => {
  const marks = [...(importance === 'normal' ? [] : [importance]), ...(isAckWanted ? ['ack wanted'] : [])];
  return marks.length === 0 ? '' : ` [${marks.join(', ')}]`;
};

const paintOf = ({ importance }: Mail, style: Style): ((text: string) => string) =>
  importance === 'urgent' ? style.red : importance === 'high' ? style.yellow : (text) => text;

export function renderMailInbox({ entries, unread, older }: MailInbox, style: Style): string {
  if (entries.length === 0) return 'No mail\n';
  const rows = entries.map((entry) => [stateCell(mailStateOf(entry), style), ...cellsOf(entry.mail, style)]);
  const more = older === 0 ? '' : `${style.dim(`… and ${older} before them: --limit`)}\n`;
  const end = `${unread} unread. Read one in full: swarm mail read <mail>\n`;
  return `${more}${renderTable([['STATE', ...HEAD], ...rows])}${end}`;
}

const stateCell = (state: MailState, style: Style): Cell =>
  state === 'delivered' ? { text: 'new', paint: style.bold } : { text: state, paint: style.dim };

export function renderMailList({ mails, hasMore }: FoundMail, style: Style): string {
  if (mails.length === 0) return 'No mail has all of these words\n';
  const more = hasMore ? `${style.dim('… and others: --limit')}\n` : '';
  return `${renderTable([HEAD, ...mails.map((mail) => cellsOf(mail, style))])}${more}`;
}

/** A mail with its whole body. */
export function renderMail({ mail, entries }: MailReport, style: Style): string {
  return `${renderOne(mail, style)}${entries.map((entry) => `  ${receiptLine(entry)}\n`).join('')}`;
}

function renderOne(mail: Mail, style: Style): string {
  const { id, threadId, fromDisplay, from, to, createdAt, replyTo, body } = mail;
  const answers = replyTo === null ? '' : `, answers ${replyTo}`;
  return [
    `${style.bold(id)} ${style.dim(`${renderSecond(createdAt)}, thread ${threadId}${answers}`)}`,
    `  from     ${visibleLine(fromDisplay)} (${visibleLine(from)})`,
    `  to       ${visibleLine(to.join(', '))}`,
    `  subject  ${paintOf(mail, style)(fullSubject(mail))}`,
    '',
    ...visibleText(body)
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    '',
  ].join('\n');
}

const fullSubject = (mail: Mail): string => `${visibleLine(mail.subject)}${marksOf(mail)}`;

function receiptLine(entry: MailEntry): string {
  const { recipient, readAt, acknowledgedAt } = entry.receipt;
  const at = acknowledgedAt ?? readAt;
  const when = at === null ? '' : ` ${renderMinute(at)}`;
  const turn = entry.turnState === null ? '' : `, its turn is ${receiptOf(entry.turnState)}`;
  return `${visibleLine(recipient)}: ${mailStateOf(entry)}${when}${turn}`;
}

export function renderMailThread({ mails, hasOlder }: MailThread, style: Style): string {
  const more = hasOlder ? `${style.dim('… and others before them: --limit')}\n` : '';
  return `${more}${mails.map((mail) => renderOne(mail, style)).join('')}`;
}

const WAYS = { turn: 'as a turn', 'next-turn': 'along with its next turn', inbox: 'in its inbox' } as const;

export function renderSentMail({ mail, recipients }: SentMail, style: Style): string {
  const lines = recipients.map(({ id, delivery }) => `   ${visibleLine(id)}, ${WAYS[delivery]}\n`);
  return `✅ Mail ${style.bold(mail.id)} sent\n${lines.join('')}`;
}

export const renderAck = ({ mailId }: MailReceipt): string => `✅ Mail ${mailId} acknowledged\n`;
