import type { Mail } from './mail.ts';

type Worded = Pick<Mail, 'id' | 'fromDisplay' | 'subject' | 'body' | 'importance' | 'isAckWanted'>;

/** The words by which a mail is told to the agent of a session, with what it can do about it. */
export function mailTurnText({ id, fromDisplay, subject, body, importance, isAckWanted }: Worded): string {
  const weight = importance === 'normal' ? '' : `, ${importance}`;
  const ask = isAckWanted ? `\nThe sender wants to know that you have it: swarm mail ack ${id}` : '';
  return [
    `Mail ${id} from ${lineOf(fromDisplay)}${weight}: ${lineOf(subject)}`,
    body.trim(),
    `Answer only if it helps: swarm mail reply ${id} "…"${ask}`,
  ].join('\n\n');
}

const lineOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const BETWEEN = '\n\n---\n\n';

/** A turn's own words, and mail that waited for a turn to ride along with. */
export const withRidingMail = (body: string, mails: readonly Worded[]): string =>
  [body, ...mails.map(mailTurnText)].join(BETWEEN);

type Overdue = Readonly<{ mail: Pick<Mail, 'id' | 'subject'>; recipients: readonly string[] }>;

/** What the sender is told when an acknowledgement has not come. */
export const reminderWords = ({ mail, recipients }: Overdue): Pick<Mail, 'subject' | 'body'> => ({
  subject: `Not acknowledged: ${mail.subject}`,
  body:
    `${recipients.join(', ')} ${recipients.length === 1 ? 'has' : 'have'} not acknowledged your mail ` +
    `${mail.id} yet. See how far it has come: swarm mail read ${mail.id}. You are told this once.`,
});
