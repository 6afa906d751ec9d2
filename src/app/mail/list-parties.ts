import type { Party } from '../../domain/mail/address.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Store } from '../../store/store.ts';
import { displayName } from '../../views/participant-name.ts';

/** One who can get mail; a session of ours gets it as a turn. */
export type MailParty = Party & Readonly<{ session: Session | null }>;

/** Everyone who can get mail now, those that joined by hand first. */
export async function listParties(store: Store): Promise<readonly MailParty[]> {
  const joined = await store.listParticipants({ state: 'active' });
  const live = (await store.listLive()).filter(({ state }) => state !== 'stopping');
  const tracks = await listTracks(store, live);
  return [
    ...joined.map((one) => ({
      id: one.id,
      baseName: one.baseName,
      display: displayName(one),
      role: null,
      runId: null,
      track: one.track,
      session: null,
    })),
    ...live.map((session) => partyOfSession(session, tracks.get(session.runId ?? '') ?? null)),
  ];
}

const partyOfSession = (session: Session, track: string | null): MailParty => ({
  id: session.id,
  baseName: session.persona,
  display: displayOfSession(session),
  role: session.role,
  runId: session.runId,
  track,
  session,
});

export const displayOfSession = ({ persona, createdAt }: Session): string =>
  displayName({ baseName: persona, joinedAt: createdAt });

/** The sessions of a run are on the track of its workflow. */
async function listTracks(store: Store, live: readonly Session[]): Promise<ReadonlyMap<string, string>> {
  const tracks = new Map<string, string>();
  for (const { runId } of live) {
    if (runId === null || tracks.has(runId)) continue;
    tracks.set(runId, (await store.findRun(runId))?.workflow ?? runId);
  }
  return tracks;
}
