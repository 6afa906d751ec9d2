import type { Hit, SearchKind } from '../domain/search/hit.ts';

/** What the store finds by words. */
export interface SearchReads {
  /** Rows of a kind that hold all of these terms, which are in small letters, in any case; newest first. */
  listHits(
    wanted: Readonly<{ terms: readonly string[]; kind: SearchKind }>,
    page: { limit: number },
  ): Promise<readonly Hit[]>;
}
