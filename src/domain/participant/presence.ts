import type { Session } from '../session/session.ts';
import type { Anchor, EndReason, Participant } from './participant.ts';

/** Nothing heard for so long: its work may be taken over if nothing else speaks for it. */
export const STALE_MS = 10 * 60_000;
/** Older news says nothing about who is at work. */
export const WINDOW_MS = 30 * 60_000;

export type PresenceStatus = 'active' | 'stale' | 'ended';

/** One who is at work in the project: joined by hand, or a session of Swarm's own. */
export type Presence = Readonly<{
  id: string;
  baseName: string;
  kind: 'joined' | 'session';
  status: PresenceStatus;
  track: string | null;
  cli: string | null;
  hostId: string | null;
  anchor: Anchor | null;
  workDir: string | null;
  joinedAt: number;
  seenAt: number;
  endedAt: number | null;
  endReason: EndReason | null;
  takenBy: string | null;
  /** Work items that it has claimed. */
  items: readonly string[];
  /** Globs that it has reserved. */
  files: readonly string[];
}>;

export type Holdings = Pick<Presence, 'items' | 'files'>;

export const statusAt = (
  { state, seenAt }: Pick<Participant, 'state' | 'seenAt'>,
  at: number,
): PresenceStatus => (state === 'ended' ? 'ended' : at - seenAt > STALE_MS ? 'stale' : 'active');

export const presenceOfParticipant = (one: Participant, holdings: Holdings, at: number): Presence => {
  const { state: _, version: __, conversationId: ___, ...rest } = one;
  return { ...rest, ...holdings, kind: 'joined', status: statusAt(one, at) };
};

type LiveSession = Pick<
  Session,
  'id' | 'persona' | 'cli' | 'hostId' | 'createdAt' | 'stateSince' | 'workDir'
>;

/** A session that is not over is active, also while it waits: its supervisor speaks for it. */
export const presenceOfSession = (
  session: LiveSession,
  { track, seenAt, ...holdings }: Holdings & Readonly<{ track: string | null; seenAt: number | null }>,
): Presence => ({
  id: session.id,
  baseName: session.persona,
  kind: 'session',
  status: 'active',
  track,
  cli: session.cli,
  hostId: session.hostId,
  anchor: null,
  workDir: session.workDir,
  joinedAt: session.createdAt,
  seenAt: Math.max(session.stateSince, seenAt ?? 0),
  endedAt: null,
  endReason: null,
  takenBy: null,
  ...holdings,
});

/** Nothing was heard of it for the whole window: it is over, unless something else speaks for it. */
export const isSilent = ({ seenAt }: Pick<Participant, 'seenAt'>, at: number): boolean =>
  at - seenAt >= WINDOW_MS;
