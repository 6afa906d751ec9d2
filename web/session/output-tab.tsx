import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SessionStatusAnswer } from '../../src/contract/answer/session.ts';
import { useAnswer } from '../api/resource.ts';
import { Shown } from '../shell/page.tsx';
import { Composer } from './composer.tsx';
import { isOver } from './permitted.ts';

/** As much of a long output as the page shows, in characters. */
const MOST_SHOWN = 100_000;
/** What an agent writes is no change of a row. */
const LOOK_MS = 2_000;
/** This near to the end counts as being there, in pixels. */
const NEAR_PX = 40;

/** What the agent said and did, and a line to tell it something. */
export function OutputTab({ session }: Readonly<{ session: SessionStatusAnswer }>): JSX.Element {
  const id = session.session_id;
  const output = useAnswer(
    'session.output',
    { session_id: id, most: MOST_SHOWN },
    { kinds: ['session'], id, ...(isOver(session) ? {} : { everyMs: LOOK_MS }) },
  );
  return (
    <>
      <Shown of={output}>
        {({ text, cut_characters }) => (
          <>
            {cut_characters > 0 && <p class="hint">{cut_characters} characters before this are left out.</p>}
            {text === '' ? <p class="none">Nothing was written yet.</p> : <Text text={text} />}
          </>
        )}
      </Shown>
      {!isOver(session) && <Composer sessionId={id} />}
    </>
  );
}

/** Stays at its end while the reader is there. */
function Text({ text }: Readonly<{ text: string }>): JSX.Element {
  const box = useRef<HTMLPreElement>(null);
  const wasAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (box.current && wasAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  return (
    <pre
      class="output"
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
      tabIndex={0}
      role="log"
      aria-label="Output"
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        wasAtEnd.current = scrollTop + clientHeight > scrollHeight - NEAR_PX;
      }}
    >
      {text}
    </pre>
  );
}
