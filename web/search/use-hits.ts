import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { HitAnswer } from '../../src/contract/answer/search.ts';
import { ask } from '../api/ask.ts';

/** Shorter words are in nearly every text. */
const LEAST_LETTERS = 3;
/** While a person types, nothing is asked for. */
const PAUSE_MS = 150;
const MOST_OF_A_KIND = 4;

/** What the texts of the project have on these words, a moment after the last key. */
export function useHits(query: string): Signal<readonly HitAnswer[]> {
  const hits = useSignal<readonly HitAnswer[]>([]);
  const words = query.trim();
  useEffect(() => {
    if (words.length < LEAST_LETTERS) {
      hits.value = [];
      return;
    }
    let isWanted = true;
    const look = async (): Promise<void> => {
      const reply = await ask('project.search', { query: words, limit: MOST_OF_A_KIND });
      if (isWanted && reply.ok) hits.value = reply.value.hits;
    };
    const timer = setTimeout(() => void look(), PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [words]);
  return hits;
}
