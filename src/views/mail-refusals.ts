import type { Refusal } from '../domain/refusal.ts';
import { oneLine } from './one-line.ts';
import type { Words } from './refusal-text.ts';
import { renderMinute } from './time.ts';

type MailCode =
  | 'mail-not-found'
  | 'mail-not-received'
  | 'mail-to-self'
  | 'no-recipients'
  | 'query-empty'
  | 'recipient-ambiguous'
  | 'recipient-ended'
  | 'recipient-unknown';

type Writers = { readonly [C in MailCode]: (refusal: Extract<Refusal, { code: C }>) => Words };

const WHO = 'See who is here: swarm participants';
const KEPT = 'Nothing was sent.';
const words = (message: string, hint: string): Words => ({ message, hint });
const ENDED = { left: 'has left', expired: 'has ended', 'taken-over': 'was taken over' } as const;

/** The texts of refusals of mail. */
export const MAIL_WRITERS: Writers = {
  'mail-not-found': ({ mailId }) =>
    words(`You neither sent nor received a mail ${oneLine(mailId)}`, 'List your mail: swarm mail inbox'),
  'mail-not-received': ({ mailId }) =>
    words(
      `Mail ${mailId} is your own: those who received it acknowledge it`,
      `See how far it has come: swarm mail read ${mailId}`,
    ),
  'mail-to-self': ({ name }) => words(`${oneLine(name)} is you. ${KEPT}`, WHO),
  'no-recipients': ({ track, tracks }) =>
    words(
      track === null
        ? `No one else is at work here. ${KEPT}`
        : `No one else is on the track "${oneLine(track)}". ${KEPT}`,
      tracks.length === 0 ? WHO : `There are others on: ${tracks.map(oneLine).join(', ')}`,
    ),
  'query-empty': () =>
    words('There is no word to search for', 'Name words of what you look for, such as: locks store'),
  'recipient-ambiguous': ({ name, ids }) =>
    words(`${oneLine(name)} stands for ${ids.length} participants. ${KEPT}`, `Name one: ${ids.join(', ')}`),
  'recipient-ended': ({ name, reason, at, by }) =>
    words(
      `${oneLine(name)} ${ENDED[reason ?? 'left']}${by === null ? '' : ` by ${oneLine(by)}`}` +
        `${at === null ? '' : ` at ${renderMinute(at)}`}. ${KEPT}`,
      by === null ? WHO : `Write to ${oneLine(by)} instead`,
    ),
  'recipient-unknown': ({ name, near }) =>
    words(
      `No participant is called ${oneLine(name)}. ${KEPT}`,
      near.length === 0
        ? `${WHO}. To reach the person: swarm send person "…"`
        : `Did you mean ${near.join(' or ')}? ${WHO}`,
    ),
};
