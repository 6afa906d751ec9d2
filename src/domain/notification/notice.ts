import { cutText } from '../text/cut-text.ts';

/** A notification before a channel formats it. */
export type Notice = Readonly<{ title: string; parts: readonly NoticePart[] }>;

export type NoticePart = Readonly<{
  /** What it is, and who it is about. */
  heading: string;
  text: string;
  /** What the person can do. */
  hint: string;
  /** The command that shows all of the text, where a channel has to cut it. */
  whole?: string;
  /** Its address on the page, where one is served. */
  link?: string;
}>;

const LEAST_LETTERS = 20;

/** The part with so much of its text that all of it has at most so many letters; what is cut says so. */
export function fitPart(part: NoticePart, most: number): NoticePart {
  const { heading, text, whole } = part;
  const room = most - heading.length - actionOf(part).length - SEPARATORS;
  if (text.length <= room) return part;
  const more = whole === undefined ? '' : ` (${whole})`;
  const kept = Math.max(LEAST_LETTERS, room - CUT_WORDS - more.length);
  return { ...part, text: `${cutText(text, kept)}${more}` };
}

/** What the person can do, and where. */
export const actionOf = ({ hint, link }: NoticePart): string =>
  link === undefined ? hint : `${hint}\n${link}`;

// Line feeds between the three, and "… 123456 more characters".
const SEPARATORS = 4;
const CUT_WORDS = 26;

/** How sending ended. */
export type SendEnd =
  | Readonly<{ is: 'sent' }>
  /** The problem contains no address and no secret. */
  | Readonly<{ is: 'missed'; problem: string; retry: boolean; retryAfterMs: number | null }>;

/** Whether a channel could be used. */
export type ChannelObservation =
  | Readonly<{ is: 'ready'; by: string; warning: string | null }>
  | Readonly<{ is: 'lacking'; what: string; remedy: string }>;
