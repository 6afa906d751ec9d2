import type { Mail } from '../domain/mail/mail.ts';
import type { MailEntry, MailReceipt } from '../domain/mail/mail-receipt.ts';
import type { Engine } from './engine.ts';
import type { MailFilter, MailInboxFilter, MailReads, MailWrite } from './mail-rows.ts';
import { type Program, type Row, type Statement, write } from './program.ts';
import { steppedTable } from './stepped-table.ts';
import { flag, json, plain, storable, Table } from './table.ts';
import { where } from './where.ts';
import type { WriteRefusal } from './write-refusal.ts';

const mailTable = new Table<Mail>('mail', ['id'], () => ({
  id: plain('id'),
  threadId: plain('thread_id'),
  from: plain('sender'),
  fromDisplay: plain('sender_display'),
  to: json('addresses'),
  subject: plain('subject'),
  body: plain('body'),
  bodySha256: plain('body_sha256'),
  importance: plain('importance'),
  isAckWanted: flag('is_ack_wanted'),
  replyTo: plain('reply_to'),
  createdAt: plain('created_at'),
}));

const receiptTable = new Table<MailReceipt>('mail_receipt', ['mailId', 'recipient'], () => ({
  mailId: plain('mail_id'),
  recipient: plain('recipient'),
  state: plain('state'),
  version: plain('version'),
  turnId: plain('turn_id'),
  at: plain('at'),
  readAt: plain('read_at'),
  acknowledgedAt: plain('acknowledged_at'),
  remindAt: plain('remind_at'),
  remindedAt: plain('reminded_at'),
}));

export const mailReceipts = steppedTable(receiptTable, {
  duplicateOf: 'mail-receipt',
  stepped: {
    state: true,
    version: true,
    turnId: true,
    readAt: true,
    acknowledgedAt: true,
    remindAt: true,
    remindedAt: true,
  },
  guards: ['version', 'state'],
});

const ADD_WORDS = 'insert into mail_word (rowid, words) select serial, ? from mail where id = ?';

/** With the words by which it is found. */
export function* addMail({
  mail,
  words,
}: Extract<MailWrite, { kind: 'add-mail' }>): Program<WriteRefusal | null> {
  const added = yield* write(mailTable.insert(mail));
  if (added === 0) return { why: 'duplicate', of: 'mail' };
  yield* write({ sql: ADD_WORDS, values: [words.map(storable).join(' '), storable(mail.id)] });
  return null;
}

const RECEIPTS = `from mail_receipt join mail on mail.id = mail_receipt.mail_id
  left join turn on turn.id = mail_receipt.turn_id`;
const ENTRY = `select ${mailTable.selection}, ${prefixed(receiptTable.selection)},
  turn.state as turn_state ${RECEIPTS}`;

// What an agent has seen in its turn, it has read.
const UNREAD = `mail_receipt.read_at is null
  and (turn.state is null or turn.state in ('queued', 'handed', 'dropped'))`;

/** Two of the tables have columns of the same name. */
function prefixed(selection: string): string {
  return selection
    .split(', ')
    .map((column) => `${column} as r_${column.slice(column.indexOf('.') + 1)}`)
    .join(', ');
}

const unprefixed = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (name.startsWith('r_') ? [[name.slice(2), value]] : [])),
  );

const entryOf = (row: Row): MailEntry => ({
  mail: mailTable.fromRow(row),
  receipt: receiptTable.fromRow(unprefixed(row)),
  turnState: row.turn_state as MailEntry['turnState'],
});

const ofInbox = (filter: MailInboxFilter): Statement => {
  const { recipient, isUnread, isRiding, importances, sentAfter } = filter;
  return where([
    { sql: 'mail_receipt.recipient = ?', values: [storable(recipient)] },
    isUnread === true && { sql: UNREAD, values: [] },
    isRiding === true && { sql: 'mail_receipt.turn_id is null', values: [] },
    importances !== undefined && {
      sql: `mail.importance in (${importances.map(() => '?').join(', ')})`,
      values: importances,
    },
    sentAfter !== undefined && { sql: 'mail_receipt.at > ?', values: [sentAfter] },
  ]);
};

const IS_PARTY = `(mail.sender = ? or exists (
  select 1 from mail_receipt where mail_receipt.mail_id = mail.id and mail_receipt.recipient = ?))`;

const ofMail = (engine: Engine, { party, threadId, words, sender, before }: MailFilter): Statement =>
  where([
    threadId !== undefined && { sql: 'mail.thread_id = ?', values: [storable(threadId)] },
    sender !== undefined && { sql: 'mail.sender = ?', values: [storable(sender)] },
    party !== undefined && { sql: IS_PARTY, values: [storable(party), storable(party)] },
    before !== undefined && {
      sql: 'mail.serial < (select serial from mail where id = ?)',
      values: [storable(before)],
    },
    words !== undefined && {
      sql: `mail.serial in (select rowid from mail_word where ${engine.fullText.matches('mail_word')})`,
      values: [engine.fullText.query(words)],
    },
  ]);

export const mailReads = (engine: Engine): MailReads => ({
  findMail: (id) => mailTable.findByKey(engine, id),
  listMail: async (filter, { limit }) => {
    if (filter.words?.length === 0) return [];
    const { sql, values } = ofMail(engine, filter);
    return mailTable.list(engine, `${sql} order by mail.serial desc limit ?`, [...values, limit]);
  },
  listMailInbox: async ({ limit, isOldest = false, ...filter }) => {
    const { sql, values } = ofInbox(filter);
    const order = isOldest ? 'asc' : 'desc';
    const ordered = `${sql} order by mail_receipt.serial ${order} limit ?`;
    const rows = await engine.read({ sql: `${ENTRY} ${ordered}`, values: [...values, limit] });
    return (isOldest ? rows : rows.toReversed()).map(entryOf);
  },
  countMailInbox: async (filter) => {
    const { sql, values } = ofInbox(filter);
    const [row] = await engine.read({ sql: `select count(*) as mails ${RECEIPTS} ${sql}`, values });
    return Number(row?.mails);
  },
  listMailReceipts: async (mailId) => {
    const sql = `${ENTRY} where mail_receipt.mail_id = ? order by mail_receipt.recipient`;
    return (await engine.read({ sql, values: [storable(mailId)] })).map(entryOf);
  },
  listDueReminders: async (at, limit) => {
    const sql = `${ENTRY} where mail_receipt.remind_at <= ?
      order by mail_receipt.remind_at, mail_receipt.serial limit ?`;
    return (await engine.read({ sql, values: [at, limit] })).map(entryOf);
  },
  findNextReminder: async () => {
    const sql = 'select min(remind_at) as next from mail_receipt where remind_at is not null';
    const [row] = await engine.read({ sql, values: [] });
    return row?.next === null ? null : Number(row?.next);
  },
});
