import type { Standing } from '../queue/standing.ts';

/** Work that is not over, as it stands now. */
export type OpenWork = Readonly<{ id: string; standing: Standing; waitsFor: readonly string[] }>;

/**
 * Whether any of these may become ready without a person. What is blocked may when all that it waits for may;
 * `others` is open work that the loop itself would not take.
 */
export function mayComeReady(wanted: readonly OpenWork[], others: readonly OpenWork[]): boolean {
  const open = new Map([...others, ...wanted].map((work) => [work.id, work]));
  const known = new Map<string, boolean>();
  const may = (id: string): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    known.set(id, false);
    const work = open.get(id);
    const isGood =
      work !== undefined && (work.standing === 'blocked' ? work.waitsFor.every(may) : moves(work));
    known.set(id, isGood);
    return isGood;
  };
  return wanted.some(({ id }) => may(id));
}

const moves = ({ standing }: OpenWork): boolean =>
  standing === 'ready' || standing === 'scheduled' || standing === 'in_progress';
