import { listWorkFolders } from '../../app/participant/work-folders-of.ts';
import type { ConflictDeps } from '../../app/workspace/list-conflicts.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { NextRound } from '../deps.ts';
import { type TellDeps, tellConflicts } from './tell-conflicts.ts';

/** The key of the round that looks for conflicts. No session can have this id. */
export const CONFLICTS_KEY = ':conflicts';
/** After a look it rests so many times as long as the look took: a notice is not worth the time of agents. */
const REST_SHARE = 9;

export type ConflictWatch = Readonly<{
  /** A session came to rest: if a turn of its has ended, its work is looked at. */
  note: (session: Session) => void;
  round: () => Promise<NextRound>;
}>;

type WatchDeps = ConflictDeps & TellDeps;

/**
 * Looks, when a turn has ended, whether the work of its session still merges with that of all others, and
 * tells both sides once. One look at a time, for all that have ended since the last one: git takes its time.
 */
export function createConflictWatch(deps: WatchDeps, wake: () => void): ConflictWatch {
  const seen = new Map<string, number>();
  const pending = new Set<string>();
  let restsUntil = 0;
  return {
    note: (session) => {
      if (isOver(session)) return void seen.delete(session.id);
      if (session.state !== 'idle' || seen.get(session.id) === session.stateSince) return;
      seen.set(session.id, session.stateSince);
      pending.add(session.id);
      wake();
    },
    round: async () => {
      const startedAt = deps.clock.now();
      if (pending.size === 0) return { restUntil: null };
      if (startedAt < restsUntil) return { restUntil: restsUntil };
      const ended = new Set(pending);
      pending.clear();
      if ((await lookAt(deps, ended)) === 'stale') for (const id of ended) pending.add(id);
      const now = deps.clock.now();
      restsUntil = now + REST_SHARE * (now - startedAt);
      return 'again';
    },
  };
}

async function lookAt(deps: WatchDeps, sessionIds: ReadonlySet<string>): Promise<'stale' | 'told'> {
  const folders = await listWorkFolders(deps);
  const isAsked = folders.some(({ participantId }) => sessionIds.has(participantId));
  if (!isAsked || folders.length < 2) return 'told';
  const found = (await deps.workFolders.listConflicts(folders, sessionIds)) ?? [];
  return found.length === 0 ? 'told' : tellConflicts(deps, found);
}
