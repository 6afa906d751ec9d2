import type { SearchAnswer } from '../contract/answer/search.ts';
import { excerptOf } from '../domain/search/excerpt.ts';
import type { Hits } from '../domain/search/hit.ts';
import { renderInstant } from './time.ts';

export const foundJson = ({
  hits,
  more,
  terms,
}: Hits & Readonly<{ terms: readonly string[] }>): SearchAnswer => ({
  hits: hits.map(({ kind, id, at, sessionId, runId, title, text }) => ({
    kind,
    id,
    at: renderInstant(at),
    session_id: sessionId,
    run_id: runId,
    title,
    excerpt: excerptOf(text, terms),
  })),
  more,
});
