import * as z from 'zod/mini';
import {
  IMPORTANCES,
  MAIL_MAX_BYTES,
  MailRef,
  ReadMailInbox,
  ReplyMail,
  SearchMail,
  SendMail,
  ThreadRef,
} from '../../contract/mail.ts';
import type { Outcome } from '../../domain/outcome.ts';
import {
  renderAck,
  renderMail,
  renderMailInbox,
  renderMailList,
  renderMailThread,
  renderSentMail,
} from '../../views/mail-list.ts';
import { TIMEOUT_FLAG } from '../ask-swarm.ts';
import { answered, command, refused } from '../command.ts';
import { asText, type Flag, type Word, wholeNumber } from '../flag.ts';
import type { Host } from '../host.ts';
import { asks, askVerb } from '../reply.ts';

const Waiting = { timeoutMs: z.optional(z.int()) };

const MAIL: Word = { name: 'mail', key: 'mailId', about: 'Id of a mail (swarm mail inbox)' };
const TEXT: Word = { name: 'text|-', key: 'body', about: 'The mail, or - for stdin', gather: asText };
const LIMIT: Flag = {
  name: 'limit',
  key: 'limit',
  value: 'n',
  about: 'At most so many, the newest (50)',
  ...wholeNumber,
};
const CONTENT: readonly Flag[] = [
  { name: 'subject', key: 'subject', value: 'text', about: 'Left out: the beginning of the text' },
  {
    name: 'importance',
    key: 'importance',
    value: 'word',
    about: `${IMPORTANCES.join(', ')}; low waits for a turn that comes anyway`,
    offers: IMPORTANCES,
  },
  { name: 'ack', key: 'ack', about: 'You want to know that it was taken note of' },
  TIMEOUT_FLAG,
];

// A name may hold blanks, but no comma.
const namesIn = (text: string): readonly string[] => text.split(',').flatMap((name) => name.trim() || []);

/** The verb says how large a mail may be; here only what could not be read at all is refused, as a mail. */
async function readBody(host: Host, body: string): Promise<Outcome<string>> {
  if (body !== '-') return answered(body);
  const read = await host.readText('-');
  if (read.ok || read.refusal.code !== 'prompt-too-large') return read;
  const { bytes } = read.refusal;
  return refused({ code: 'body-too-large', what: 'mail', bytes, limitBytes: MAIL_MAX_BYTES });
}

export const mailSend = command({
  name: 'mail send',
  summary: 'Send a mail to other participants',
  about:
    'A session gets it as a turn, with low importance along with its next one;\n' +
    'one who joined by hand finds it in the inbox.\n' +
    'A name is an id, a base name, a role of a live run, track:<name> for all on a track, or all.',
  examples: [
    'swarm mail send BlueLake "I am changing the schema of users; wait with migrations"',
    'swarm mail send track:api,reviewer --importance high --ack --subject "Schema" - < notes.md',
    'swarm mail send all "main is red until noon"',
  ],
  words: [{ name: 'to', key: 'to', about: 'Who it is for; several with commas', read: namesIn }, TEXT],
  flags: [
    {
      name: 'thread',
      key: 'threadId',
      value: 'id',
      about: 'A thread of your own naming; left out: a new one',
    },
    ...CONTENT,
  ],
  input: z.extend(SendMail, Waiting),
  run: async (host, { timeoutMs, ...input }) => {
    const body = await readBody(host, input.body);
    return body.ok ? askVerb(host, 'mail.send', { ...input, body: body.value }, { timeoutMs }) : body;
  },
  show: { 'mail.send': renderSentMail },
});

export const mailReply = command({
  name: 'mail reply',
  summary: 'Answer a mail, in its thread',
  examples: ['swarm mail reply mail-0123456789ab "done, go ahead"'],
  words: [MAIL, TEXT],
  flags: [{ name: 'all', key: 'all', about: 'To its other recipients too' }, ...CONTENT],
  input: z.extend(ReplyMail, Waiting),
  run: async (host, { timeoutMs, ...input }) => {
    const body = await readBody(host, input.body);
    return body.ok ? askVerb(host, 'mail.reply', { ...input, body: body.value }, { timeoutMs }) : body;
  },
  show: { 'mail.reply': renderSentMail },
});

export const mailInbox = command({
  name: 'mail inbox',
  summary: 'List the mail that came for you',
  examples: ['swarm mail inbox', 'swarm mail inbox --unread --json'],
  flags: [
    { name: 'unread', key: 'unread', about: 'Only what you have not read' },
    { name: 'urgent', key: 'urgent', about: 'Only what is of high importance, or urgent' },
    { name: 'since', key: 'since', value: 'time', about: 'Only what was sent after, in ISO 8601' },
    { name: 'bodies', key: 'bodies', about: 'With --json: bodies too, not only their beginnings' },
    LIMIT,
    TIMEOUT_FLAG,
  ],
  onlyReads: true,
  input: z.extend(ReadMailInbox, Waiting),
  run: asks('mail.inbox'),
  show: { 'mail.inbox': renderMailInbox },
});

export const mailRead = command({
  name: 'mail read',
  summary: 'Read a mail in full, with how far it has come',
  examples: ['swarm mail read mail-0123456789ab'],
  words: [MAIL],
  flags: [TIMEOUT_FLAG],
  input: z.extend(MailRef, Waiting),
  run: asks('mail.read'),
  show: { 'mail.read': renderMail },
});

export const mailAck = command({
  name: 'mail ack',
  summary: 'Acknowledge a mail',
  examples: ['swarm mail ack mail-0123456789ab'],
  words: [MAIL],
  flags: [TIMEOUT_FLAG],
  input: z.extend(MailRef, Waiting),
  run: asks('mail.ack'),
  show: { 'mail.ack': renderAck },
});

export const mailSearch = command({
  name: 'mail search',
  summary: 'Find mail by its words',
  about: 'Finds mail that you sent or received, newest first; as the person who has not joined, all mail.',
  examples: ['swarm mail search schema users', 'swarm mail search migr --json'],
  words: [{ name: 'words', key: 'query', about: 'Words, or beginnings of words', gather: asText }],
  flags: [LIMIT, TIMEOUT_FLAG],
  onlyReads: true,
  input: z.extend(SearchMail, Waiting),
  run: asks('mail.search'),
  show: { 'mail.search': renderMailList },
});

export const mailThread = command({
  name: 'mail thread',
  summary: 'Show a thread of mail',
  examples: ['swarm mail thread mail-0123456789ab'],
  words: [{ ...MAIL, about: 'Any mail of the thread' }],
  flags: [LIMIT, TIMEOUT_FLAG],
  onlyReads: true,
  input: z.extend(ThreadRef, Waiting),
  run: asks('mail.thread'),
  show: { 'mail.thread': renderMailThread },
});
