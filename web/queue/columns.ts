import type { WorkAnswer } from '../../src/contract/answer/queue.ts';

export type Column = Readonly<{ name: string; heading: string; statuses: readonly WorkAnswer['status'][] }>;

/** Where work stands, from left to right. */
export const COLUMNS: readonly Column[] = [
  { name: 'ready', heading: 'Ready', statuses: ['ready', 'overdue'] },
  { name: 'waiting', heading: 'Waiting', statuses: ['blocked', 'scheduled'] },
  { name: 'in-progress', heading: 'In progress', statuses: ['in_progress'] },
  { name: 'failed', heading: 'Failed', statuses: ['failed'] },
  { name: 'done', heading: 'Done', statuses: ['done'] },
];

export const columnOf = ({ status }: Pick<WorkAnswer, 'status'>): string =>
  COLUMNS.find(({ statuses }) => statuses.includes(status))?.name ?? '';

/** What a move of a card on the board means. */
export type CardMove =
  | Readonly<{ is: 'reorder'; workId: string; before?: string; after?: string }>
  | Readonly<{ is: 'release'; workId: string }>;

type Drop = Readonly<{ workId: string; column: string; before: string | null }>;

/** Null where a card cannot go: only ready work has an order, and only claimed or failed work is released. */
export function decideMove(items: readonly WorkAnswer[], { workId, column, before }: Drop): CardMove | null {
  const moved = items.find(({ id }) => id === workId);
  if (!moved || column !== 'ready') return null;
  const from = columnOf(moved);
  if (from === 'in-progress' || from === 'failed') return { is: 'release', workId };
  if (from !== 'ready' || before === workId) return null;
  if (before !== null) return { is: 'reorder', workId, before };
  const last = items.filter((item) => columnOf(item) === 'ready' && item.id !== workId).at(-1);
  return last ? { is: 'reorder', workId, after: last.id } : null;
}

/** One step up or down among ready work; null at either end. */
export function decideStep(items: readonly WorkAnswer[], workId: string, by: 1 | -1): CardMove | null {
  const ready = items.filter((item) => columnOf(item) === 'ready').map(({ id }) => id);
  const at = ready.indexOf(workId);
  const other = at < 0 ? undefined : ready[at + by];
  if (other === undefined) return null;
  return { is: 'reorder', workId, ...(by < 0 ? { before: other } : { after: other }) };
}
