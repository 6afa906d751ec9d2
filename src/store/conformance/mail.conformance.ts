import { describe, expect, test } from 'vitest';
import { addSession, aMail, aNote, aSession, aTurn, T0 } from '../../../tests/store/rows.ts';
import type { Mail } from '../../domain/mail/mail.ts';
import { type MailReceipt, newReceipt, stepMail } from '../../domain/mail/mail-receipt.ts';
import { searchWords } from '../../domain/mail/search-words.ts';
import { stepTurn } from '../../domain/turn/turn.ts';
import type { Write } from '../store.ts';
import { duplicateOf, type Pair, SAVED, STALE } from './pair.conformance.ts';

const mailed = (changes: Partial<Mail>): Write => {
  const mail = aMail(changes);
  const words = searchWords(`${mail.subject} ${mail.body}`);
  return { kind: 'add-mail', mail, words, sessionId: null, journal: aNote('sent') };
};
const receiptOf = (changes: Partial<MailReceipt> = {}): MailReceipt => ({
  ...newReceipt(aMail(), { recipient: 'ann', turnId: null, remindAt: null }),
  ...changes,
});
const received = (changes: Partial<MailReceipt> = {}): Write => ({
  kind: 'add-mail-receipt',
  receipt: receiptOf(changes),
});
function stepped(from: MailReceipt, event: Parameters<typeof stepMail>[1]): Write {
  const step = stepMail(from, event, { at: T0 + 9 });
  if (!step.ok) throw new Error(step.refusal.code);
  return { kind: 'step-mail', step: step.value, journal: aNote(event) };
}

export function describeMail(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);
  const found = async (words: string, party?: string) =>
    (
      await on.other.listMail(
        { words: searchWords(words), ...(party === undefined ? {} : { party }) },
        { limit: 9 },
      )
    ).map(({ id }) => id);

  describe('mail', () => {
    test('a mail and its receipts come back with every field, before and after each step', async () => {
      const mail = { importance: 'urgent', isAckWanted: true, replyTo: 'mail-0', bodySha256: 'ab' } as const;
      await save(mailed(mail), received({ remindAt: T0 + 5 }), received({ recipient: 'bob' }));
      expect(await on.other.findMail('mail-1')).toEqual(aMail(mail));
      await save(stepped(receiptOf({ remindAt: T0 + 5 }), 'acknowledge'));
      const step = stepMail(receiptOf({ remindAt: T0 + 5 }), 'acknowledge', { at: T0 + 9 });
      expect(await on.other.listMailReceipts('mail-1')).toEqual([
        { mail: aMail(mail), receipt: step.ok && step.value.to, turnState: null },
        { mail: aMail(mail), receipt: receiptOf({ recipient: 'bob' }), turnState: null },
      ]);
    });

    test('no recipient gets a mail twice, and none is sent twice', async () => {
      await save(mailed({}), received());
      expect(await on.other.commit([mailed({})])).toEqual(duplicateOf('mail'));
      expect(await on.other.commit([received()])).toEqual(duplicateOf('mail-receipt'));
    });

    test('of two who acknowledge at once, the second is told it is stale', async () => {
      await save(mailed({}), received());
      expect(await on.store.commit([stepped(receiptOf(), 'acknowledge')])).toEqual(SAVED);
      expect(await on.other.commit([stepped(receiptOf(), 'acknowledge')])).toEqual(STALE);
    });

    test('an inbox is in the order of sending, and holds what is new or what no turn carries', async () => {
      const turn = aTurn();
      await save(addSession(aSession()), { kind: 'add-turn', turn, journal: aNote('turn') });
      await save(mailed({}), received({ turnId: turn.id }));
      await save(mailed({ id: 'mail-2' }), received({ mailId: 'mail-2' }));
      // A clock that was set back changes no order.
      await save(mailed({ id: 'mail-3', createdAt: T0 - 1 }), received({ mailId: 'mail-3', at: T0 - 1 }));
      const ids = async (filter: Omit<Parameters<Pair['store']['listMailInbox']>[0], 'recipient'>) =>
        (await on.other.listMailInbox({ recipient: 'ann', ...filter })).map(({ mail }) => mail.id);
      expect(await ids({ limit: 2 })).toEqual(['mail-2', 'mail-3']);
      expect(await ids({ limit: 2, isOldest: true })).toEqual(['mail-1', 'mail-2']);
      expect(await ids({ limit: 9, isRiding: true })).toEqual(['mail-2', 'mail-3']);
      await save(stepped(receiptOf({ mailId: 'mail-2' }), 'read'));
      expect(await ids({ limit: 9, isUnread: true })).toEqual(['mail-1', 'mail-3']);
      const handed = stepTurn(turn, 'hand', { at: T0, attempt: 1 });
      const seen = handed.ok ? stepTurn(handed.value.to, 'see', { at: T0 }) : null;
      if (!handed.ok || !seen?.ok) throw new Error('the turn does not step');
      await save({ kind: 'step-turn', step: handed.value, journal: aNote('hand') });
      expect(await on.other.countMailInbox({ recipient: 'ann', isUnread: true })).toBe(2);
      await save({ kind: 'step-turn', step: seen.value, journal: aNote('see') });
      expect(await ids({ limit: 9, isUnread: true })).toEqual(['mail-3']);
    });

    test('an inbox is narrowed to what weighs and to what is later', async () => {
      await save(mailed({ importance: 'low' }), received());
      await save(mailed({ id: 'mail-2', importance: 'urgent' }), received({ mailId: 'mail-2' }));
      await save(mailed({ id: 'mail-3', importance: 'high' }), received({ mailId: 'mail-3', at: T0 + 9 }));
      const ids = async (filter: Omit<Parameters<Pair['store']['countMailInbox']>[0], 'recipient'>) =>
        (await on.other.listMailInbox({ recipient: 'ann', limit: 9, ...filter })).map(({ mail }) => mail.id);
      expect(await ids({ importances: ['high', 'urgent'] })).toEqual(['mail-2', 'mail-3']);
      expect(await ids({ importances: ['high', 'urgent'], sentAfter: T0 })).toEqual(['mail-3']);
      expect(await on.other.countMailInbox({ recipient: 'ann', sentAfter: T0 + 9 })).toBe(0);
    });

    test('a mail is found by all its words or their beginnings, newest first', async () => {
      await save(mailed({ subject: 'Café in Zürich' }), mailed({ id: 'mail-2', body: 'the STORE, 日本' }));
      expect(await found('store')).toEqual(['mail-2', 'mail-1']);
      expect(await found('zuri lock')).toEqual(['mail-1']);
      expect(await found('本')).toEqual(['mail-2']);
      expect(await found('zurich 日')).toEqual([]);
      expect(await found('')).toEqual([]);
    });

    test('whatever is searched for, it is never a syntax of the engine', async () => {
      await save(mailed({ body: `a "quote" AND (b) NEAR* c's -d : ^e` }));
      for (const text of [
        '"',
        '"quote',
        `c's & | !`,
        'NEAR(',
        'AND',
        '-d*',
        ':^e',
        '\\',
        `'; drop table mail`,
      ]) {
        await expect(found(text)).resolves.toBeInstanceOf(Array);
      }
      expect(await found('"quote" (b')).toEqual(['mail-1']);
    });

    test('a participant finds what it sent and what it received, and nothing else', async () => {
      await save(mailed({ from: 'eve' }), received(), mailed({ id: 'mail-2', from: 'ann' }));
      await save(mailed({ id: 'mail-3', from: 'eve' }), received({ mailId: 'mail-3', recipient: 'bob' }));
      expect(await found('store', 'ann')).toEqual(['mail-2', 'mail-1']);
    });

    test('as many words as a body may have are found', async () => {
      const many = Array.from({ length: 9_000 }, (_, n) => `w${n}`).join(' ');
      await save(mailed({ body: many }));
      expect(await found('w8999 w1')).toEqual(['mail-1']);
    });

    test('overdue acknowledgements are told of once, the longest first', async () => {
      const ann = receiptOf({ remindAt: T0 + 8 });
      await save(mailed({}), received(ann), received({ recipient: 'bob', remindAt: T0 + 5 }));
      expect(await on.other.findNextReminder()).toBe(T0 + 5);
      const due = async (at: number) =>
        (await on.other.listDueReminders(at, 9)).map(({ receipt }) => receipt.recipient);
      expect(await due(T0 + 4)).toEqual([]);
      expect(await due(T0 + 8)).toEqual(['bob', 'ann']);
      await save(stepped(ann, 'remind'));
      expect(await due(T0 + 8)).toEqual(['bob']);
      await save(stepped(receiptOf({ recipient: 'bob', remindAt: T0 + 5 }), 'acknowledge'));
      expect(await on.other.findNextReminder()).toBeNull();
    });
  });
}
