import type { SessionState } from '../session/session.ts';

/** What is known of a participant that has been quiet, as it was just looked up. */
export type TakeoverEvidence = Readonly<{
  /** Times of the last signs; null where there is none at all. */
  wordAt: number;
  mailAt: number | null;
  /** The newest change to a file of its work folder that no commit holds. */
  fileAt: number | null;
  /** The newest change to git's own files of its work folder: HEAD, index, reflog. */
  gitAt: number | null;
  /** `out-of-reach`: on another host, or never told. */
  process: 'alive' | 'gone' | 'out-of-reach';
  /** The work folder holds too much to look at all of it. */
  isPartial: boolean;
  /** Of a session of ours. */
  session: Readonly<{ state: SessionState; hasQueued: boolean }> | null;
}>;

export type Sign = 'word' | 'mail' | 'files' | 'git' | 'process' | 'session' | 'look';

/** One thing that was looked at, and whether it lets the takeover happen. `at` is its last time. */
export type TakeoverReason = Readonly<{ sign: Sign; isQuiet: boolean; at: number | null }>;

export type TakeoverDecision = Readonly<{ isAllowed: boolean; reasons: readonly TakeoverReason[] }>;

/** `quietMs`: for how long every sign must have been missing. */
type Terms = Readonly<{ now: number; quietMs: number }>;

/** A process that cannot be looked at counts as gone after a day without a word. */
const UNREACHED_MS = 24 * 60 * 60 * 1000;

/** True for a session that has something to do, or waits for something: it will go on by itself. */
const HAS_WORK: Record<SessionState, boolean> = {
  created: false,
  starting: true,
  working: true,
  idle: false,
  waiting: true,
  parked: true,
  stopping: true,
  completed: false,
  failed: false,
  killed: false,
};

/** Whether what a participant holds may be given to others. Every sign is told, whatever comes of it. */
export function decideTakeover(evidence: TakeoverEvidence, terms: Terms): TakeoverDecision {
  const reasons = [...signsOf(evidence, terms), ...standingsOf(evidence, terms)];
  return { isAllowed: reasons.every(({ isQuiet }) => isQuiet), reasons };
}

function signsOf(evidence: TakeoverEvidence, { now, quietMs }: Terms): TakeoverReason[] {
  const at = {
    word: evidence.wordAt,
    mail: evidence.mailAt,
    files: evidence.fileAt,
    git: evidence.gitAt,
  } satisfies Partial<Record<Sign, number | null>>;
  return (Object.entries(at) as [keyof typeof at, number | null][]).map(([sign, time]) => ({
    sign,
    isQuiet: time === null || now - time >= quietMs,
    at: time,
  }));
}

function standingsOf(evidence: TakeoverEvidence, { now }: Terms): TakeoverReason[] {
  const { session, isPartial, wordAt } = evidence;
  const isLongUnreached = evidence.process === 'out-of-reach' && now - wordAt >= UNREACHED_MS;
  const isGone = evidence.process === 'gone' || isLongUnreached;
  const reasons: TakeoverReason[] = [{ sign: 'process', isQuiet: isGone, at: null }];
  if (session)
    reasons.push({ sign: 'session', isQuiet: !session.hasQueued && !HAS_WORK[session.state], at: null });
  if (isPartial) reasons.push({ sign: 'look', isQuiet: false, at: null });
  return reasons;
}
