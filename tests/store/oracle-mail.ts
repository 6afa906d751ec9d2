import assert from 'node:assert/strict';
import type { Mail } from '../../src/domain/mail/mail.ts';
import { type MailEntry, type MailReceipt, mailStateOf } from '../../src/domain/mail/mail-receipt.ts';
import type { Turn } from '../../src/domain/turn/turn.ts';
import type { MailInboxFilter, MailReads } from '../../src/store/mail-rows.ts';
import { isSame, refuseIf, replace } from './oracle-guards.ts';
import { order } from './oracle-order.ts';
import type { Line, WriteOf } from './oracle-rows.ts';

/** Mail in the order in which it was sent, and what became of it. */
export type MailRows = {
  mails: Mail[];
  mailWords: Map<string, readonly string[]>;
  mailReceipts: MailReceipt[];
};

export const noMailRows = (): MailRows => ({ mails: [], mailWords: new Map(), mailReceipts: [] });

type MailKind = 'add-mail' | 'add-mail-receipt' | 'step-mail';
const EVENT = { read: 'read', acknowledge: 'acknowledged', hand: 'handed', remind: 'reminded' } as const;

export const MAIL_CHANGES: { [K in MailKind]: (rows: MailRows, write: WriteOf<K>) => Line } = {
  'add-mail': (rows, { mail, words, sessionId }) => {
    refuseIf(rows.mails, 'mail', isSame(mail, 'id'));
    rows.mails.push(mail);
    rows.mailWords.set(mail.id, words);
    return [sessionId, 'mail-sent'];
  },
  'add-mail-receipt': (rows, { receipt }) => {
    refuseIf(rows.mailReceipts, 'mail-receipt', isSame(receipt, 'mailId', 'recipient'));
    rows.mailReceipts.push(receipt);
    return null;
  },
  'step-mail': (rows, { step: { from, event, to } }) => {
    assert.equal(to.version, from.version + 1, 'the version must be raised by one');
    const { state, version, turnId, readAt, acknowledgedAt, remindAt, remindedAt } = to;
    const stepped = { state, version, turnId, readAt, acknowledgedAt, remindAt, remindedAt };
    const isIt = isSame(from, 'mailId', 'recipient', 'version', 'state');
    replace(rows.mailReceipts, isIt, (it) => ({ ...it, ...stepped }));
    return [null, `mail-${EVENT[event]}`];
  },
};

type Source = MailRows & { turns: readonly Turn[] };

function mailReadsOf(rows: () => Source): MailReads {
  const entries = (): MailEntry[] => {
    const { mails, mailReceipts, turns } = rows();
    const states = new Map(turns.map(({ id, state }) => [id, state]));
    return mailReceipts.flatMap((receipt) =>
      mails
        .filter(({ id }) => id === receipt.mailId)
        .map((mail) => ({ mail, receipt, turnState: states.get(receipt.turnId ?? '') ?? null })),
    );
  };
  const inbox = ({ recipient, isUnread, isRiding, importances, sentAfter = -1 }: MailInboxFilter) =>
    entries()
      .filter(({ mail }) => importances?.includes(mail.importance) ?? true)
      .filter(({ receipt }) => receipt.at > sentAfter)
      .filter(({ receipt }) => receipt.recipient === recipient)
      .filter((it) => isUnread !== true || mailStateOf(it) === 'delivered')
      .filter(({ receipt }) => isRiding !== true || receipt.turnId === null);
  return {
    findMail: async (id) => rows().mails.find((it) => it.id === id),
    listMail: async ({ party, sender, threadId, words, before }, { limit }) => {
      const { mails, mailWords, mailReceipts } = rows();
      const isParty = (it: Mail) =>
        it.from === party ||
        mailReceipts.some(({ mailId, recipient }) => mailId === it.id && recipient === party);
      const holds = ({ id }: Mail, word: string) =>
        (mailWords.get(id) ?? []).some((known) => known.startsWith(word));
      const end = before === undefined ? mails.length : mails.findIndex(({ id }) => id === before);
      return mails
        .slice(0, Math.max(0, end))
        .filter((it) => sender === undefined || it.from === sender)
        .filter((it) => threadId === undefined || it.threadId === threadId)
        .filter((it) => party === undefined || isParty(it))
        .filter((it) => words === undefined || (words.length > 0 && words.every((word) => holds(it, word))))
        .reverse()
        .slice(0, limit);
    },
    listMailInbox: async ({ limit, isOldest = false, ...filter }) =>
      isOldest ? inbox(filter).slice(0, limit) : inbox(filter).slice(-limit),
    countMailInbox: async (filter) => inbox(filter).length,
    listMailReceipts: async (mailId) =>
      entries()
        .filter(({ receipt }) => receipt.mailId === mailId)
        .sort((a, b) => order(a.receipt.recipient, b.receipt.recipient)),
    listDueReminders: async (at, limit) =>
      entries()
        .filter(({ receipt }) => receipt.remindAt !== null && receipt.remindAt <= at)
        .sort((a, b) => (a.receipt.remindAt ?? 0) - (b.receipt.remindAt ?? 0))
        .slice(0, limit),
    findNextReminder: async () =>
      rows().mailReceipts.reduce<number | null>(
        (next, { remindAt }) => (remindAt === null || (next !== null && next <= remindAt) ? next : remindAt),
        null,
      ),
  };
}

/** The mail of a store without a database. */
export abstract class MailOracle implements MailReads {
  readonly #reads = mailReadsOf(() => this.mailRows());
  readonly findMail = this.#reads.findMail;
  readonly listMail = this.#reads.listMail;
  readonly listMailInbox = this.#reads.listMailInbox;
  readonly countMailInbox = this.#reads.countMailInbox;
  readonly listMailReceipts = this.#reads.listMailReceipts;
  readonly listDueReminders = this.#reads.listDueReminders;
  readonly findNextReminder = this.#reads.findNextReminder;

  protected abstract mailRows(): Source;
}
