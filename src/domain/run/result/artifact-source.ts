/** One file of an artefact, wherever it lies. `object` is git's name of its content. */
export type SourceFile = Readonly<{ path: string; object: string; bytes: number }>;
/** Every file at a path; empty when there is none. */
export type Listing = readonly SourceFile[];

/** The same path at the commit where the work began, at the end of its branch, and outside of commits. */
export type ArtifactObservation = Readonly<{ base: Listing; branch: Listing; loose: Listing }>;
export type ArtifactChoice = Readonly<{ take: 'branch' | 'loose'; note: string | null }>;

/** What is on the branch counts, unless the role never committed the path. Null when it is nowhere. */
export function decideArtifactSource({ base, branch, loose }: ArtifactObservation): ArtifactChoice | null {
  if (branch.length === 0 && loose.length === 0) return null;
  if (branch.length === 0) return { take: 'loose', note: 'it was not committed' };
  if (loose.length === 0 || isSame(branch, loose)) return { take: 'branch', note: null };
  if (isSame(branch, base)) return { take: 'loose', note: 'what was changed in it was not committed' };
  return { take: 'branch', note: 'changes after the last commit are not in it' };
}

const isSame = (some: Listing, others: Listing): boolean => printOf(some) === printOf(others);

const printOf = (listing: Listing): string =>
  listing
    .map(({ path, object }) => `${path}\0${object}`)
    .sort()
    .join('\n');

/** What may still be copied for one run. */
export type Room = Readonly<{ files: number; bytes: number }>;

/** As many files as there is room for, in their order; a file that is too large keeps no other out. */
export function fitIntoRoom(
  listing: Listing,
  room: Room,
): Readonly<{ taken: Listing; leftOut: Listing; room: Room }> {
  const taken: SourceFile[] = [];
  let { files, bytes } = room;
  for (const file of listing) {
    if (files < 1 || file.bytes > bytes) continue;
    taken.push(file);
    files -= 1;
    bytes -= file.bytes;
  }
  return { taken, leftOut: listing.filter((file) => !taken.includes(file)), room: { files, bytes } };
}
