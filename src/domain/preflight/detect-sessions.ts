import { type MailBody, parseMailBody } from './mail-body.ts';
import { parseSubject } from './mail-subject.ts';
import { NO_SCOPE, type Peer, type Scope } from './scope.ts';
import { displayName, parseSessionName } from './session-name.ts';
import { livenessOf } from './window.ts';

/** One mail of an inbox, whatever its server calls the parts. */
export type InboxMail = Readonly<{
  from: string;
  subject: string;
  body: string;
  at: number;
  /** What the mail says of its sender in fields of its own. */
  told: MailBody;
}>;

/** A session that mails tell of. */
export type DetectedSession = Peer & Readonly<{ base: string; createdAt: number; seenAt: number }>;

type Trace = Readonly<{ startedAt: number; seenAt: number; isEnded: boolean; scope: Scope }>;

/** Who is at work, by what was mailed within the window. Active ones first, each kind by age. */
export function detectSessions(mails: readonly InboxMail[], now: number): readonly DetectedSession[] {
  const traces = new Map<string, Trace>();
  for (const mail of mails.filter(({ at }) => livenessOf(at, now) !== 'gone').toSorted(byTime)) {
    const body = { ...parseMailBody(mail.body), ...mail.told };
    const id = body.session ?? mail.from;
    // A sender whose clock is ahead was not seen later than now.
    traces.set(id, follow(traces.get(id), { ...mail, at: Math.min(mail.at, now) }, body));
  }
  return [...traces]
    .filter(([, { isEnded }]) => !isEnded)
    .map(([id, trace]) => sessionOf(id, trace, now))
    .toSorted(activeFirst);
}

const activeFirst = (a: DetectedSession, b: DetectedSession): number =>
  Number(a.isStale) - Number(b.isStale) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

const byTime = (a: InboxMail, b: InboxMail): number => a.at - b.at;

/** Any mail says that its sender lives; only tagged ones change what it holds, or that it has ended. */
function follow(before: Trace | undefined, { from, subject, at }: InboxMail, body: MailBody): Trace {
  const { meaning, rest } = parseSubject(subject);
  const known: Trace = before ?? { startedAt: at, seenAt: at, isEnded: false, scope: NO_SCOPE };
  const seen = { ...known, seenAt: Math.max(known.seenAt, at) };
  if (meaning === null) return seen;
  const isNew = meaning === 'started' || known.isEnded;
  const held = isNew ? NO_SCOPE : seen.scope;
  const scope = meaning === 'track-completed' ? NO_SCOPE : withTold(held, body, trackIn(rest, from));
  return { ...seen, startedAt: isNew ? at : seen.startedAt, isEnded: meaning === 'ended', scope };
}

const withTold = (known: Scope, told: MailBody, track: string | null): Scope => ({
  track: told.track === undefined ? (track ?? known.track) : told.track,
  items: told.items ?? known.items,
  files: told.files ?? known.files,
});

/** `Track: cc-v2`, or the name alone; a sentence after the tag names no track. */
function trackIn(rest: string, from: string): string | null {
  const [, named] = /^track[:\s]\s*(\S+)/i.exec(rest) ?? [];
  if (named !== undefined) return named;
  return /^[a-z0-9]+(?:[-_.][a-z0-9]+)+$/i.test(rest) && rest !== from ? rest : null;
}

function sessionOf(id: string, { startedAt, seenAt, scope }: Trace, now: number): DetectedSession {
  const { base, createdAt } = parseSessionName(id);
  const began = createdAt !== null && createdAt <= now ? createdAt : startedAt;
  return {
    id,
    base,
    display: displayName(base, began),
    createdAt: began,
    seenAt,
    isStale: livenessOf(seenAt, now) === 'stale',
    ...scope,
  };
}
