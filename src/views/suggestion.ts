import { nearest } from '../domain/config/nearest.ts';

/** "Did you mean …?", or the fallback when nothing is near. */
export function renderSuggestion(word: string, known: readonly string[], otherwise: string): string {
  const near = nearest(word, known, 2);
  return near.length === 0 ? otherwise : `Did you mean ${near.join(' or ')}?`;
}
