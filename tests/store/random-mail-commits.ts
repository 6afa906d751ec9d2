import type { Mail } from '../../src/domain/mail/mail.ts';
import { newReceipt, stepMail } from '../../src/domain/mail/mail-receipt.ts';
import { searchWords } from '../../src/domain/mail/search-words.ts';
import type { Write } from '../../src/store/store.ts';
import { choose, type KnownRows, moved, note, one, pick, type Seedling } from './random-rows.ts';
import { aMail, T0 } from './rows.ts';

type MailKind = 'add-mail' | 'add-mail-receipt' | 'step-mail';

const mailOf = ({ a, b, c }: Seedling): Mail =>
  aMail({
    id: `l${b % 12}`,
    threadId: `l${c % 4}`,
    from: one(a, 'ann', 'bob', 'eve'),
    subject: one(b, 'Locks', 'The store', 'Zürich'),
    body: one(c, 'wait for me', 'storm "quoted*" OR', ''),
    importance: one(a, 'low', 'normal', 'urgent'),
    isAckWanted: b % 2 === 0,
    replyTo: one(c, null, 'l1'),
    createdAt: T0 + (b % 3),
  });

/** Writes about mail. */
export const GROW_MAIL: Record<MailKind, (seedling: Seedling, known: KnownRows) => Write> = {
  'add-mail': (seedling, known) => {
    const mail = mailOf(seedling);
    known.mails.now.push(mail);
    const words = searchWords(`${mail.subject} ${mail.body}`);
    return { kind: 'add-mail', mail, words, sessionId: one(seedling.c, null, 's1'), journal: note(seedling) };
  },
  'add-mail-receipt': (seedling, known) => {
    const { a, b, c } = seedling;
    const mail = pick(known.mails.now, a) ?? aMail({ id: 'none' });
    const turnId = c % 3 === 0 ? (pick(known.turns.now, a)?.id ?? null) : null;
    const recipient = one(b, 'ann', 'bob', 'eve');
    const receipt = newReceipt(mail, { recipient, turnId, remindAt: one(c, null, T0 + b) });
    known.mailReceipts.now.push(receipt);
    return { kind: 'add-mail-receipt', receipt };
  },
  'step-mail': (seedling, known) => {
    const { a, b } = seedling;
    const none = newReceipt(aMail({ id: 'none' }), { recipient: 'ann', turnId: null, remindAt: null });
    const from = choose(known.mailReceipts, seedling, none);
    const event = one(b, 'read', 'acknowledge', 'hand', 'remind');
    const turn = pick(known.turns.now, a);
    const legal = stepMail(from, event, { at: T0 + b, ...(turn ? { turnId: turn.id } : {}) });
    const step = legal.ok ? legal.value : { from, event, to: { ...from, version: from.version + 1 } };
    moved(known.mailReceipts, from, step.to);
    return { kind: 'step-mail', step, journal: note(seedling) };
  },
};
