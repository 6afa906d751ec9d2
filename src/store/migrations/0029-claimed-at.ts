import type { ColumnTypes } from './migration.ts';

/** When the holder of work claimed it; for a claim of before, when its work was first begun. */
export const claimedAt = ({ integer }: ColumnTypes): readonly string[] => [
  `alter table work_item add column claimed_at ${integer}`,
  `update work_item set claimed_at = coalesce(started_at, updated_at) where state = 'claimed'`,
];
