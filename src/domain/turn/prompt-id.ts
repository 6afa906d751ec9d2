import type { Turn } from './turn.ts';

const UUID_END = /^(.{32})([0-9a-f]{4})$/;

/**
 * The id that a prompt is handed over with: the turn's own in the first attempt, another in each later
 * attempt. A CLI whose process died may have kept the id without an answer, and would then pass it over.
 */
export function promptIdOf({ id, attempt }: Pick<Turn, 'id' | 'attempt'>): string {
  const [, start, end = ''] = UUID_END.exec(id) ?? [];
  if (start === undefined) return id;
  const mixed = Number.parseInt(end, 16) ^ (Math.max(0, attempt - 1) & 0xffff);
  return `${start}${mixed.toString(16).padStart(4, '0')}`;
}
