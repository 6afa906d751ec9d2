import type { JSX } from 'preact';
import type { HitAnswer, SearchAnswer } from '../../src/contract/answer/search.ts';
import { eventWords } from '../../src/contract/event-words.ts';
import { useAnswer } from '../api/resource.ts';
import { momentOf } from '../shell/numbers.ts';
import { Page, Shown } from '../shell/page.tsx';
import { pathTo } from '../shell/path-to.ts';
import { navigate } from '../shell/router.ts';
import { hitPath } from './hit-path.ts';

const MOST_OF_A_KIND = 50;

const HEADINGS: Readonly<Record<HitAnswer['kind'], string>> = {
  session: 'Sessions',
  run: 'Runs',
  work: 'Work',
  question: 'Questions',
  note: 'Notes',
  message: 'Messages',
  mail: 'Mail',
  journal: 'Journal',
};

/** Everything that was said or written down, by its words. The address keeps them. */
export const SearchPage = ({ query }: Readonly<{ query: string }>): JSX.Element => (
  <Page title="Search">
    <form
      class="search"
      onSubmit={(event) => {
        event.preventDefault();
        const words = String(new FormData(event.currentTarget).get('query') ?? '').trim();
        navigate(words === '' ? '/search' : pathTo('search', words));
      }}
    >
      <input
        key={query}
        name="query"
        type="text"
        aria-label="Words"
        placeholder="Words of a task, a message, a note, the journal …"
        defaultValue={query}
      />
      <button type="submit">Search</button>
    </form>
    {query !== '' && <Results key={query} query={query} />}
  </Page>
);

function Results({ query }: Readonly<{ query: string }>): JSX.Element {
  const found = useAnswer('project.search', { query, limit: MOST_OF_A_KIND }, { kinds: [] });
  return (
    <Shown of={found}>
      {(answer) => (
        <>
          {answer.hits.length === 0 && <p class="none">Nothing has all of these words.</p>}
          {(Object.keys(HEADINGS) as HitAnswer['kind'][]).map((kind) => (
            <Kind key={kind} kind={kind} answer={answer} />
          ))}
        </>
      )}
    </Shown>
  );
}

type KindProps = Readonly<{ kind: HitAnswer['kind']; answer: SearchAnswer }>;

function Kind({ kind, answer: { hits, more } }: KindProps): JSX.Element | null {
  const ofKind = hits.filter((hit) => hit.kind === kind);
  if (ofKind.length === 0) return null;
  return (
    <>
      <h2 class="section-head">{HEADINGS[kind]}</h2>
      <ul class="lines">
        {ofKind.map((hit) => (
          <li key={hit.id}>
            <HitLine hit={hit} />
          </li>
        ))}
      </ul>
      {more.includes(kind) && <p class="hint">There is more: add a word.</p>}
    </>
  );
}

function HitLine({ hit }: Readonly<{ hit: HitAnswer }>): JSX.Element {
  const path = hitPath(hit);
  const text = (
    <>
      <strong>{hit.kind === 'journal' ? eventWords({ event: hit.title }) : hit.title}</strong>{' '}
      <span class="hint">
        {momentOf(hit.at)}
        {hit.session_id !== null && hit.kind !== 'session' && ` · ${hit.session_id}`}
      </span>
      <span class="excerpt">{hit.excerpt}</span>
    </>
  );
  if (path === null) return <div class="plain-line">{text}</div>;
  return (
    <a href={path} data-row="">
      {text}
    </a>
  );
}
