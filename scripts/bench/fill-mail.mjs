// fill-mail <file> <participants> <mails>: makes a store in which so many participants, all of them at work,
// have sent each other so many mails, one every 100 ms up to now.
import { newReceipt } from '../../src/domain/mail/mail-receipt.ts';
import { searchWords } from '../../src/domain/mail/search-words.ts';
import { joinedAs } from '../../src/domain/participant/participant.ts';
import { openStore } from '../../src/store/open-store.ts';

const BATCH = 500;
const MAIL_EVERY_MS = 100;
const TRACKS = ['api', 'web', 'store', null];
const IMPORTANCES = ['low', 'normal', 'normal', 'high'];
const UNREAD_EVERY = 10;

const pick = (list, number) => list[number % list.length];

const participantAt = (number, at) =>
  joinedAs({
    baseName: `Bench${number}`,
    track: pick(TRACKS, number),
    cli: null,
    conversationId: null,
    hostId: 'bench',
    anchor: null,
    workDir: '/bench',
    joinedAt: at + number,
  });

const mailAt = (number, { from, to, createdAt }) => ({
  id: `mail-${String(number).padStart(8, '0')}`,
  threadId: `mail-${String(number - (number % 5)).padStart(8, '0')}`,
  from,
  fromDisplay: `${from} (session 10:30)`,
  to: [to],
  subject: `Schema ${number % 97} of the users`,
  body: `I am changing table ${number}; wait with migrations until I say so. `.repeat(4),
  bodySha256: null,
  importance: pick(IMPORTANCES, number),
  isAckWanted: number % 20 === 0,
  replyTo: number % 5 === 0 ? null : `mail-${String(number - 1).padStart(8, '0')}`,
  createdAt,
});

const receiptOf = (mail, recipient, number) => {
  const receipt = newReceipt(mail, { recipient, turnId: null, remindAt: null });
  const isUnread = number % UNREAD_EVERY === 0;
  return isUnread ? receipt : { ...receipt, state: 'read', readAt: mail.createdAt };
};

function writesOf(number, people, createdAt) {
  const [from, to] = [pick(people, number), pick(people, number + 1 + (number % 7))];
  const mail = mailAt(number, { from, to, createdAt });
  const journal = { at: createdAt, by: from, note: mail.id };
  const words = searchWords(`${mail.subject} ${mail.body}`);
  return [
    { kind: 'add-mail', mail, words, sessionId: null, journal },
    { kind: 'add-mail-receipt', receipt: receiptOf(mail, to, number) },
  ];
}

async function save(store, writes) {
  const result = await store.commit(writes);
  if (!result.saved) throw new Error(`the store refused: ${JSON.stringify(result)}`);
}

async function fill(file, people, mails) {
  const store = await openStore({ sqliteFile: file });
  const now = Date.now();
  const participants = Array.from({ length: people }, (_, n) => participantAt(n, now - people));
  const joins = participants.map((participant) => ({
    kind: 'add-participant',
    participant,
    journal: { at: participant.joinedAt, by: participant.id, note: '' },
  }));
  await save(store, joins);
  const ids = participants.map(({ id }) => id);
  const firstAt = now - mails * MAIL_EVERY_MS;
  for (let from = 0; from < mails; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, mails - from) }, (_, n) => from + n);
    await save(
      store,
      numbers.flatMap((number) => writesOf(number, ids, firstAt + number * MAIL_EVERY_MS)),
    );
  }
  await store.close();
}

const [file, people, mails] = process.argv.slice(2);
fill(file, Number(people), Number(mails)).catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
