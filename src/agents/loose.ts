/** Defensive reads of foreign values: whatever their shape, the answer has the requested type. */

export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = {};

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : NONE;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** As JSON again. What is nested deeper than the stack becomes nothing. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return '{}';
  }
}
