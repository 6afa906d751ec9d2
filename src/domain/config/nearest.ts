const SHARE_OF_TYPOS = 3;

/** The candidates that were probably meant, best first. Empty when nothing lies near. */
export function nearest(word: string, candidates: readonly string[], limit = 3): readonly string[] {
  const wanted = word.toLowerCase();
  const bound = Math.max(2, Math.floor(wanted.length / SHARE_OF_TYPOS));
  const rank = (candidate: string): number => {
    const other = candidate.toLowerCase();
    if (wanted !== '' && (other.startsWith(wanted) || other.endsWith(wanted))) return 0;
    return editDistance(wanted, other);
  };
  return candidates
    .map((candidate) => ({ candidate, distance: rank(candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.min(bound, candidate.length - 1))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** How many letters must be changed, added, left out or swapped with their neighbour. */
export function editDistance(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwap && row > 1 && column > 1 ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
