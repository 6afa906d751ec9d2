import { eventWords } from '../contract/event-words.ts';
import { excerptOf } from '../domain/search/excerpt.ts';
import { type Hit, type Hits, SEARCH_KINDS, type SearchKind } from '../domain/search/hit.ts';
import { oneLine } from './one-line.ts';
import type { Style } from './style.ts';
import { renderMinute } from './time.ts';
import { visibleLine } from './visible-text.ts';

/** How a kind is called over its hits, and the command that shows one of them. */
const KINDS: Readonly<Record<SearchKind, readonly [heading: string, commandOf: (hit: Hit) => string]>> = {
  session: ['Sessions', ({ id }) => `swarm status ${id}`],
  run: ['Runs', ({ id }) => `swarm status ${id}`],
  work: ['Work', ({ id }) => `swarm queue show ${id}`],
  question: ['Questions', ({ id }) => `swarm questions show ${id}`],
  note: ['Notes', ({ id }) => `swarm note show ${id}`],
  message: ['Messages', ({ id }) => `swarm messages show ${id}`],
  mail: ['Mail', ({ id }) => `swarm mail read ${id}`],
  journal: ['Journal', ({ id }) => `swarm events --after ${Number(id) - 1}`],
};

export function renderFound(
  { hits, more, terms }: Hits & Readonly<{ terms: readonly string[] }>,
  style: Style,
): string {
  if (hits.length === 0) return 'Nothing has all of these words\n';
  return SEARCH_KINDS.map((kind) => ({ kind, ofKind: hits.filter((hit) => hit.kind === kind) }))
    .filter(({ ofKind }) => ofKind.length > 0)
    .map(({ kind, ofKind }) => {
      const [heading, commandOf] = KINDS[kind];
      const lines = ofKind.flatMap((hit) => linesOf(hit, terms, style)).join('');
      const others = more.includes(kind) ? style.dim(`  … and others: --limit, --in ${kind}\n`) : '';
      const next = ofKind.slice(0, 1).map((hit) => style.dim(`  Show it: ${oneLine(commandOf(hit))}\n`));
      return `${style.bold(heading)}\n${lines}${others}${next.join('')}`;
    })
    .join('\n');
}

function linesOf(hit: Hit, terms: readonly string[], style: Style): readonly string[] {
  const { kind, id, at, sessionId, runId } = hit;
  const of = kind === 'session' || kind === 'run' ? null : (sessionId ?? runId);
  const about = [id, ...(of === null ? [] : [of]), titleOf(hit)].map(oneLine).filter(Boolean).join('  ');
  const excerpt = visibleLine(excerptOf(hit.text, terms));
  return [`  ${style.dim(renderMinute(at))}  ${style.cyan(about)}\n`, `    ${excerpt}\n`];
}

const titleOf = ({ kind, title }: Hit): string =>
  kind === 'journal' ? eventWords({ event: title }) : visibleLine(title);
