import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { SessionStatusAnswer } from '../../src/contract/answer/session.ts';
import { ask, type Problem } from '../api/ask.ts';
import { onChange } from '../api/live.ts';
import { dollars, short } from '../shell/numbers.ts';
import { Failure } from '../shell/page.tsx';
import { Composer } from './composer.tsx';
import { isOver } from './permitted.ts';
import { addRead, NOTHING_READ, pairTools, type ReadSoFar, type ShownEntry } from './transcript.ts';

/** What an agent does is no change of a row. */
const LOOK_MS = 2_000;

/** The conversation: what the agent was told, what it said, its tools with their results folded. */
export function TranscriptTab({ session }: Readonly<{ session: SessionStatusAnswer }>): JSX.Element {
  const id = session.session_id;
  const { read, problem } = useTranscript(id, !isOver(session));
  const shown = pairTools(read.entries);
  return (
    <>
      {problem !== null && <Failure text={problem.message} />}
      {shown.length === 0 && problem === null && <p class="none">Nothing was said yet.</p>}
      <ol class="transcript">
        {shown.map((entry, index) => (
          <li key={`${read.attempt} ${index}`} class={entry.kind}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {!isOver(session) && <Composer sessionId={id} />}
    </>
  );
}

/** Reads on from where the last answer ended: when something changed, and every so often while it works. */
function useTranscript(id: string, isLive: boolean): Readonly<{ read: ReadSoFar; problem: Problem | null }> {
  const read = useSignal(NOTHING_READ);
  const problem = useSignal<Problem | null>(null);
  useEffect(() => {
    let state: 'rest' | 'busy' | 'over' = 'rest';
    const look = async (): Promise<void> => {
      if (state !== 'rest' || document.hidden) return;
      state = 'busy';
      const { value, isMore } = await readOn(id, read.value);
      if (state !== 'busy') return;
      state = 'rest';
      if ('entries' in value) read.value = value;
      problem.value = 'entries' in value ? null : value;
      if (isMore) void look();
    };
    void look();
    const end = onChange(() => void look());
    const timer = isLive ? setInterval(() => void look(), LOOK_MS) : undefined;
    return () => {
      state = 'over';
      end();
      clearInterval(timer);
    };
  }, [id, isLive]);
  return { read: read.value, problem: problem.value };
}

async function readOn(
  id: string,
  before: ReadSoFar,
): Promise<{ value: ReadSoFar | Problem; isMore: boolean }> {
  const reply = await ask('session.transcript', { session_id: id, after: before.next });
  if (!reply.ok) return { value: reply.problem, isMore: false };
  const { attempt, from } = reply.value;
  // The position was one of an older attempt: what it would skip is read from the start.
  if (attempt !== before.attempt && from > 0) return { value: NOTHING_READ, isMore: true };
  return { value: addRead(before, reply.value), isMore: !reply.value.is_all };
}

function Entry({ entry }: Readonly<{ entry: ShownEntry }>): JSX.Element {
  switch (entry.kind) {
    case 'prompt':
      return (
        <details open={entry.text.length < LONG_PROMPT}>
          <summary>
            Turn {entry.turn} <span class="hint">{entry.turn_kind}</span>
          </summary>
          <pre>{entry.text}</pre>
        </details>
      );
    case 'said':
      return <p>{entry.text}</p>;
    case 'thought':
      return (
        <details>
          <summary>Thinking</summary>
          <pre>{entry.text}</pre>
        </details>
      );
    case 'tool':
      return <ToolEntry entry={entry} />;
    case 'turn-ended':
      return <p class={entry.ok ? 'hint' : 'bad'}>{endingOf(entry)}</p>;
    case 'problem':
      return <p class="bad">{entry.text}</p>;
  }
}

const LONG_PROMPT = 600;

const ToolEntry = ({ entry }: Readonly<{ entry: Extract<ShownEntry, { kind: 'tool' }> }>): JSX.Element => (
  <details>
    <summary>
      <strong>{entry.name}</strong> <code>{entry.summary}</code>
      {entry.result === null && <span class="hint"> at work</span>}
      {entry.result?.ok === false && <span class="bad"> failed</span>}
    </summary>
    {entry.input !== null && <pre class="input">{entry.input}</pre>}
    {entry.result !== null && <pre>{entry.result.text === '' ? 'No output.' : entry.result.text}</pre>}
  </details>
);

function endingOf(entry: Extract<ShownEntry, { kind: 'turn-ended' }>): string {
  const { ok, problem, input_tokens, output_tokens, costUsd } = entry;
  const end = ok
    ? 'Turn ended'
    : `Turn failed: ${problem === null || problem === 'unknown' ? 'no reason given' : problem}`;
  const spent = `${short(input_tokens)} in, ${short(output_tokens)} out`;
  return `${end} · ${spent}${costUsd === null ? '' : ` · ${dollars(costUsd)}`}`;
}
