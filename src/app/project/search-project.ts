import { SearchProject } from '../../contract/search.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { type Hit, type Hits, SEARCH_KINDS, type SearchKind } from '../../domain/search/hit.ts';
import { termsOf } from '../../domain/search/terms.ts';
import { foundJson } from '../../views/found-json.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';

export type SearchResult = Hits & Readonly<{ terms: readonly string[] }>;

/** Everything that was said or written down in the project, by its words. */
async function searchProject(
  { store }: Pick<VerbDeps, 'store'>,
  { query, kinds, limit }: SearchProject,
): Promise<Outcome<SearchResult>> {
  const terms = termsOf(query);
  if (terms.length === 0) return refuse({ code: 'query-empty', query });
  const hits: Hit[] = [];
  const more: SearchKind[] = [];
  for (const kind of SEARCH_KINDS.filter((one) => kinds?.includes(one) ?? true)) {
    const found = await store.listHits({ terms, kind }, { limit: limit + 1 });
    hits.push(...found.slice(0, limit));
    if (found.length > limit) more.push(kind);
  }
  return accept({ terms, hits, more });
}

export const searchProjectVerb = verb({
  name: 'project.search',
  summary: 'Find sessions, runs, work, questions, notes, messages, mail and the journal by words',
  asks: 'person',
  reads: true,
  input: SearchProject,
  answer: async () => (await import('../../contract/answer/search.ts')).SearchAnswer,
  run: searchProject,
  json: foundJson,
});
