export const IMPORTANCES = ['low', 'normal', 'high', 'urgent'] as const;
export type Importance = (typeof IMPORTANCES)[number];

/** From one participant to others. It never changes; what became of it is in the receipts. */
export type Mail = Readonly<{
  id: string;
  /** What its sender called it, else the id of the mail that began it. */
  threadId: string;
  /** The id of the sender; `SWARM` for a reminder. */
  from: string;
  /** How the sender was shown when it was sent. */
  fromDisplay: string;
  /** The addresses as the sender wrote them. */
  to: readonly string[];
  subject: string;
  /** Of a long one the beginning, and the path of the whole. */
  body: string;
  /** The file that holds the whole body; null where the row does. */
  bodySha256: string | null;
  importance: Importance;
  isAckWanted: boolean;
  replyTo: string | null;
  createdAt: number;
}>;

/** The sender of what Swarm itself has to say. */
export const SWARM = 'swarm';

/** The key that pokes the supervisor about mail. No session can have this id. */
export const MAIL_KEY = ':mail';

const SUBJECT_LETTERS = 80;

/** The beginning of the body, for a mail without a subject. */
export function subjectOf(body: string): string {
  const [line = ''] = body.trimStart().split('\n', 1);
  const letters = [...line.trim()];
  return letters.length <= SUBJECT_LETTERS
    ? letters.join('')
    : `${letters.slice(0, SUBJECT_LETTERS - 1).join('')}…`;
}

/** An answer has the subject of its thread, marked once. */
export const replySubject = (subject: string): string =>
  /^re: /i.test(subject) ? subject : `Re: ${subject}`;
