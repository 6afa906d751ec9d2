import type { WorkItem } from './work-item.ts';

type Ordered = Pick<WorkItem, 'id' | 'priority' | 'position' | 'createdAt'>;

/** The order in which work is handed out: by priority, then by position, then by age. */
export const compareWork = (a: Ordered, b: Ordered): number =>
  a.priority - b.priority ||
  a.position - b.position ||
  a.createdAt - b.createdAt ||
  (a.id < b.id ? -1 : Number(a.id > b.id));

/** Positions begin as times, with room between two milliseconds for what is put between two others. */
const ROOM = 1_000;
/** How far ahead of the first, or behind the last, something is put. */
const STRIDE = 1_000 * ROOM;

/** The position of the n-th of those that were added at a time. */
export const birthPosition = (at: number, n = 0): number => (at + n) * ROOM;

export type QueueTarget =
  | Readonly<{ where: 'first' | 'last' }>
  | Readonly<{ where: 'before' | 'after'; id: string }>;
export type Moved = Readonly<{ id: string; position: number }>;

/**
 * The new positions that put one of them at its target; `others` are all of the same priority, in order. It
 * is one position, unless there is no room left between two neighbours.
 */
export function decidePositions(
  id: string,
  others: readonly Ordered[],
  target: QueueTarget,
): readonly Moved[] {
  if ('id' in target && target.id === id) return [];
  const line = others.filter((one) => one.id !== id);
  const at = indexOf(line, target);
  const [before, after] = [line[at - 1], line[at]];
  const position = between(before?.position, after?.position);
  if (position !== undefined) return [{ id, position }];
  const ids = line.map((one) => one.id).toSpliced(at, 0, id);
  const first = line[0]?.position ?? 0;
  return ids.map((one, n) => ({ id: one, position: first + n * STRIDE }));
}

function indexOf(line: readonly Ordered[], target: QueueTarget): number {
  if (!('id' in target)) return target.where === 'first' ? 0 : line.length;
  const { id } = target;
  const at = line.findIndex((one) => one.id === id);
  return target.where === 'before' ? at : at + 1;
}

function between(before: number | undefined, after: number | undefined): number | undefined {
  if (before === undefined) return (after ?? 0) - STRIDE;
  if (after === undefined) return before + STRIDE;
  const middle = Math.floor((before + after) / 2);
  return middle > before && middle < after ? middle : undefined;
}
