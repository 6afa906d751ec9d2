import type { JSX } from 'preact';
import type { SessionStatusAnswer } from '../../src/contract/answer/session.ts';
import { useAnswer } from '../api/resource.ts';
import { Shown } from '../shell/page.tsx';

/** What the agent handed in, or its last words. */
export function ResultTab({ session }: Readonly<{ session: SessionStatusAnswer }>): JSX.Element {
  const id = session.session_id;
  const result = useAnswer('session.result', { session_id: id }, { kinds: ['session'], id });
  return (
    <Shown of={result}>
      {({ source, result: value }) => (
        <>
          <p class="hint">{source === 'result.json' ? 'Handed in' : 'Its last words'}</p>
          <pre class="result">{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
        </>
      )}
    </Shown>
  );
}
