import type { Importance } from '../mail/mail.ts';
import type { Session } from '../session/session.ts';

/** Two participants whose work git cannot merge, and in which files. */
type Conflict = Readonly<{ participants: readonly [string, string]; files: readonly string[] }>;

/** All that one participant has to hear of one look. */
export type ConflictNotice = Readonly<{
  participantId: string;
  conflicts: readonly Readonly<{ other: string; files: readonly string[] }>[];
}>;

/** One notice for each who is concerned, however many others its work does not merge with. */
export function noticesOf(conflicts: readonly Conflict[]): readonly ConflictNotice[] {
  const ids = new Set(conflicts.flatMap(({ participants }) => participants));
  return [...ids].map((participantId) => ({
    participantId,
    conflicts: conflicts
      .filter(({ participants }) => participants.includes(participantId))
      .map(({ participants: [one, two], files }) => ({ other: one === participantId ? two : one, files })),
  }));
}

/**
 * An agent at work hears of it within its turn, while it can still do otherwise. One that rests is not woken:
 * it hears with its next turn. One that joined by hand finds it in its inbox.
 */
export function decideNoticeImportance(session: Pick<Session, 'state'> | null): Importance {
  if (session === null) return 'high';
  return session.state === 'working' ? 'urgent' : 'low';
}
