import { globsOverlap } from '../reservation/glob-overlap.ts';
import type { Peer, Scope } from './scope.ts';

export type ConflictKind = 'track' | 'files' | 'items';

export type Conflict = Readonly<{
  kind: ConflictKind;
  /** Whose plans they are; null for those of the participant that asks. */
  session: string | null;
  other: Peer;
  /** Of ours: the track, the globs or the items that meet theirs. */
  ours: readonly string[];
  theirs: readonly string[];
}>;

type Meeting = Pick<Conflict, 'ours' | 'theirs'>;
type Options = Readonly<{ ignoreCase: boolean }>;
type Meet = (self: Scope, other: Scope, options: Options) => Meeting;

const MOST_CONFLICTS = 200;
/** An inbox may hold anything: beyond so many pairs only tracks and items are compared. */
const MOST_GLOB_PAIRS = 20_000;

/** Where what one is about to do meets what others have taken: track, then files, then items. */
export const findConflicts = (self: Scope, others: readonly Peer[], options: Options): readonly Conflict[] =>
  conflictsOf([{ self, session: null, others }], options);

/** The same among others themselves, each pair once: the later one meets what the earlier one has taken. */
export const findConflictsAmong = (peers: readonly Peer[], options: Options): readonly Conflict[] =>
  conflictsOf(
    peers.map((self, at) => ({ self, session: self.id, others: peers.slice(0, at) })),
    options,
  );

type Comparison = Readonly<{ self: Scope; session: string | null; others: readonly Peer[] }>;

function conflictsOf(comparisons: readonly Comparison[], options: Options): readonly Conflict[] {
  const found: Conflict[] = [];
  let pairs = 0;
  for (const { self, session, others } of comparisons) {
    for (const other of others) {
      if (found.length >= MOST_CONFLICTS) return found;
      pairs += self.files.length * other.files.length;
      for (const kind of pairs > MOST_GLOB_PAIRS ? WITHOUT_GLOBS : KINDS) {
        const { ours, theirs } = MEET[kind](self, other, options);
        if (ours.length > 0) found.push({ kind, session, other, ours, theirs });
      }
    }
  }
  return found;
}

const MEET: Readonly<Record<ConflictKind, Meet>> = {
  track: (self, other) => {
    const same = self.track !== null && self.track === other.track ? [self.track] : [];
    return { ours: same, theirs: same };
  },
  files: (self, other, options) => {
    const meets = (a: string, b: string): boolean => startAlike(a, b, options) && globsOverlap(a, b, options);
    const ours = self.files.filter((mine) => other.files.some((file) => meets(mine, file)));
    const theirs = other.files.filter((file) => ours.some((mine) => meets(mine, file)));
    return { ours, theirs };
  },
  items: (self, other) => {
    const same = self.items.filter((item) => other.items.includes(item));
    return { ours: same, theirs: same };
  },
};

/** What stands before the first wildcard tells most globs apart, at once. */
function startAlike(a: string, b: string, { ignoreCase }: Options): boolean {
  const [one, other] = [a, b].map((glob) => {
    const plain = glob.normalize('NFC').replaceAll(/(^|\/)(?:\.?\/)+/g, '$1');
    const start = /^[^*?[{\\]*/.exec(plain)?.[0] ?? '';
    return ignoreCase ? start.toLowerCase() : start;
  }) as [string, string];
  return one.startsWith(other) || other.startsWith(one);
}

const KINDS = Object.keys(MEET) as readonly ConflictKind[];
const WITHOUT_GLOBS = KINDS.filter((kind) => kind !== 'files');
