import type { JSX } from 'preact';
import { useAnswer } from '../api/resource.ts';
import { momentOf } from '../shell/numbers.ts';
import { Shown } from '../shell/page.tsx';

const MOST_SHOWN = 200;

/** Messages between the roles, in the order in which they were sent. */
export function RunMessages({ id }: Readonly<{ id: string }>): JSX.Element {
  const list = useAnswer('message.list', { run_id: id, limit: MOST_SHOWN }, { kinds: ['message', 'run'] });
  return (
    <>
      <h2 class="section-head">Messages</h2>
      <Shown of={list}>
        {({ messages }) => (
          <ul class="sequence">
            {messages.length === 0 && <li class="none">None yet.</li>}
            {messages.map((message) => (
              <li key={message.id}>
                <details>
                  <summary>
                    <span class="when hint">{momentOf(message.at)}</span> {message.from} →{' '}
                    {message.to ?? 'the run'} <strong>{message.type ?? 'words'}</strong>
                    {message.dead_letter !== null && (
                      <span class="bad"> dead letter: {message.dead_letter}</span>
                    )}
                  </summary>
                  <pre>
                    {message.content === null ? message.body : JSON.stringify(message.content, null, 2)}
                  </pre>
                </details>
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </>
  );
}
