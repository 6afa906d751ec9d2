import type { TurnKind } from '../turn/turn.ts';
import type { Importance, Mail } from './mail.ts';

/**
 * How a mail reaches a session of ours: by a turn of its own, by one that does not wait until the session
 * rests, or along with whatever turn comes next.
 */
export type MailDelivery = 'message' | 'steer' | 'ride';

const DELIVERY: Record<Importance, MailDelivery> = {
  low: 'ride',
  normal: 'message',
  high: 'message',
  urgent: 'steer',
};

export const decideMailDelivery = ({ importance }: Pick<Mail, 'importance'>): MailDelivery =>
  DELIVERY[importance];

/** Turns that go on with begun work are compared by their words, so nothing is added to those. */
const CARRIES: Record<TurnKind, boolean> = {
  prompt: true,
  message: true,
  steer: true,
  answer: true,
  nudge: false,
  correction: true,
  continue: false,
  stretch: false,
  takeover: false,
};

/** Whether mail that wakes no session by itself rides along with a turn. */
export const carriesMail = (kind: TurnKind): boolean => CARRIES[kind];

/** So many at most with one turn; the rest with the next. */
export const MOST_RIDING = 10;
