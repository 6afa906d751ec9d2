import type { Conflict, ConflictKind } from './find-conflicts.ts';
import type { Peer } from './scope.ts';

export type RecommendedAction = 'proceed' | 'switch' | 'wait' | 'take-over';

export type Recommendation = Readonly<{
  action: RecommendedAction;
  /** Whom it is about; null where no other is concerned. */
  peer: Peer | null;
  /** What it follows from; null where it is only that a peer is stale, or that nothing is in the way. */
  because: ConflictKind | null;
}>;

const WAY_OUT: Readonly<Record<ConflictKind, RecommendedAction>> = {
  track: 'switch',
  files: 'wait',
  items: 'switch',
};

/** What to do about what was found. A stale holder is taken over; one that is active is left its things. */
export function recommend(peers: readonly Peer[], conflicts: readonly Conflict[]): readonly Recommendation[] {
  const ofConflicts = conflicts
    .filter(({ other }) => !other.isStale)
    .map(({ kind, other }) => ({ action: WAY_OUT[kind], peer: other, because: kind }));
  const ofStale = peers
    .filter(({ isStale }) => isStale)
    .map((peer) => ({ action: 'take-over' as const, peer, because: null }));
  const all = [...ofConflicts, ...ofStale];
  return conflicts.length > 0 ? all : [...all, { action: 'proceed', peer: null, because: null }];
}
