import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useAnswer } from '../api/resource.ts';
import { momentOf } from '../shell/numbers.ts';
import { Page, Shown } from '../shell/page.tsx';
import { pathTo } from '../shell/path-to.ts';

/** Mail between participants: found by its words, and read by its thread. */
export function MailPage({ id }: Readonly<{ id: string | undefined }>): JSX.Element {
  const query = useSignal('');
  return (
    <Page title="Mail">
      <form
        class="search"
        onSubmit={(event) => {
          event.preventDefault();
          query.value = String(new FormData(event.currentTarget).get('query') ?? '').trim();
        }}
      >
        <input name="query" type="text" aria-label="Words of a mail" placeholder="Words of a mail" />
        <button type="submit">Search</button>
      </form>
      {query.value !== '' && <Found query={query.value} />}
      {query.value === '' && id === undefined && (
        <p class="none">Mail between participants is found by its words: those of its subject or its text.</p>
      )}
      {id !== undefined && <Thread key={id} id={id} />}
    </Page>
  );
}

function Found({ query }: Readonly<{ query: string }>): JSX.Element {
  const list = useAnswer('mail.search', { query }, { kinds: ['mail'] });
  return (
    <Shown of={list}>
      {({ mails, more }) => (
        <>
          {mails.length === 0 && <p class="none">No mail has these words.</p>}
          <ul class="lines">
            {mails.map((mail) => (
              <li key={mail.id}>
                <a href={pathTo('mail', mail.id)} data-row="">
                  <strong>{mail.subject}</strong> <span class="hint">{mail.from_display}</span>
                  <span class="hint preview">{mail.preview}</span>
                </a>
              </li>
            ))}
          </ul>
          {more && <p class="hint">There is more: add a word.</p>}
        </>
      )}
    </Shown>
  );
}

function Thread({ id }: Readonly<{ id: string }>): JSX.Element {
  const thread = useAnswer('mail.thread', { mail_id: id }, { kinds: ['mail'] });
  return (
    <Shown of={thread}>
      {({ mails }) => (
        <div class="cards">
          {mails.map((mail) => (
            <article class="mail" key={mail.id}>
              <header>
                <strong>{mail.subject}</strong>
                <span class="hint">
                  {mail.from_display} to {mail.to.join(', ')} · {momentOf(mail.sent_at)}
                  {mail.importance !== 'normal' && ` · ${mail.importance}`}
                </span>
              </header>
              <pre>{mail.body}</pre>
            </article>
          ))}
        </div>
      )}
    </Shown>
  );
}
