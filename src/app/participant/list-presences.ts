import type { Participant } from '../../domain/participant/participant.ts';
import {
  type Presence,
  presenceOfParticipant,
  presenceOfSession,
  WINDOW_MS,
} from '../../domain/participant/presence.ts';
import { claimHolderOf } from '../../domain/queue/claim-holder.ts';
import { hasLiveLease } from '../../domain/queue/lease.ts';
import { isHeldAt } from '../../domain/reservation/reservation.ts';
import type { Session } from '../../domain/session/session.ts';
import { isGone } from './expire-silent.ts';
import type { EvidenceDeps } from './gather-evidence.ts';

export type LookDeps = EvidenceDeps;
type Holds = Readonly<{ items: ReadonlyMap<string, string[]>; files: ReadonlyMap<string, string[]> }>;

const ITEMS_MOST = 10_000;

/** All who are at work here, in order of joining; with `all` also those that ended within the window. */
export async function listPresences(
  deps: LookDeps,
  { all = false }: Readonly<{ all?: boolean }> = {},
): Promise<readonly Presence[]> {
  const at = deps.clock.now();
  const holds = await observeHolds(deps, at);
  const joined = await listJoined(deps, { holds, at, all });
  const sessions = await listSessions(deps, holds);
  return [...joined, ...sessions].toSorted((a, b) => a.joinedAt - b.joinedAt);
}

type Look = Readonly<{ holds: Holds; at: number; all: boolean }>;

async function listJoined(deps: LookDeps, { holds, at, all }: Look): Promise<Presence[]> {
  const active = await deps.store.listParticipants({ state: 'active' });
  const ended = all ? await deps.store.listParticipants({ state: 'ended', since: at - WINDOW_MS }) : [];
  const present: Participant[] = [];
  for (const one of active) if (!(await isGone(deps, one))) present.push(one);
  return [...present, ...ended].map((one) =>
    presenceOfParticipant(one, holdingsOf(holds, one.id, one.id), at),
  );
}

async function listSessions({ store }: LookDeps, holds: Holds): Promise<readonly Presence[]> {
  const live = await store.listLive();
  const runs = new Set(live.flatMap(({ runId }) => (runId === null ? [] : [runId])));
  const tracks = new Map<string, string>();
  for (const id of runs) tracks.set(id, (await store.findRun(id))?.workflow ?? id);
  const presenceOf = async (session: Session): Promise<Presence> => {
    const { id, runId, attempt } = session;
    const seenAt = (await store.findAttempt(id, attempt))?.lastEventAt ?? null;
    const track = runId === null ? null : (tracks.get(runId) ?? null);
    return presenceOfSession(session, { track, seenAt, ...holdingsOf(holds, id, claimHolderOf(id)) });
  };
  return Promise.all(live.map(presenceOf));
}

/** What each holder has claimed and reserved. */
async function observeHolds({ store }: Pick<LookDeps, 'store'>, at: number): Promise<Holds> {
  const works = await store.listWork({ states: ['claimed'] }, { limit: ITEMS_MOST });
  const held = await store.listReservations({ state: 'held' });
  const items = groupBy(
    works.filter((work) => hasLiveLease(work, at)).map(({ holder, id }) => [holder ?? '', id]),
  );
  const files = groupBy(held.filter((one) => isHeldAt(one, at)).map(({ holder, glob }) => [holder, glob]));
  return { items, files };
}

const holdingsOf = ({ items, files }: Holds, id: string, holder: string) => ({
  items: items.get(holder) ?? [],
  files: files.get(id) ?? [],
});

function groupBy(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}
