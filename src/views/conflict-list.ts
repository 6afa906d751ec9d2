import type { ConflictListAnswer } from '../contract/answer/conflict.ts';
import { oneLine } from './one-line.ts';

type Conflict = Readonly<{ participants: readonly [string, string]; files: readonly string[] }>;

const MOST_NAMED = 5;

export function renderConflicts(conflicts: readonly Conflict[]): string {
  if (conflicts.length === 0) return 'Everything at work merges\n';
  return conflicts.map((one) => `${one.participants.join(' and ')}: ${renderFiles(one)}\n`).join('');
}

/** `src/a.ts, src/b.ts and 3 more` */
export function renderFiles({ files }: Pick<Conflict, 'files'>): string {
  const named = files.slice(0, MOST_NAMED).map(oneLine).join(', ');
  return files.length > MOST_NAMED ? `${named} and ${files.length - MOST_NAMED} more` : named;
}

export const conflictListJson = (conflicts: readonly Conflict[]): ConflictListAnswer => ({
  conflicts: conflicts.map(({ participants, files }) => ({
    participants: [...participants],
    files: [...files],
  })),
});
