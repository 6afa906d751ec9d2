import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { EventAnswer } from '../../src/contract/answer/event.ts';
import { useAnswer } from '../api/resource.ts';
import { Journal, wordsOf } from '../session/journal-tab.tsx';
import { StateMark } from '../session/state-mark.tsx';
import { momentOf } from '../shell/numbers.ts';
import { Shown } from '../shell/page.tsx';
import { standingsAt } from './timeline.ts';

const MOST_READ = 5_000;
const LINES_SHOWN = 12;

/** The run again, from its journal: a slider goes back to any line of it. */
export function RunTimeline({ id }: Readonly<{ id: string }>): JSX.Element {
  const list = useAnswer('event.list', { run_id: id, limit: MOST_READ }, { kinds: ['run', 'session'] });
  return (
    <>
      <h2 class="section-head">Timeline</h2>
      <Shown of={list}>
        {({ events }) =>
          events.length === 0 ? <p class="none">Nothing happened yet.</p> : <Replay events={events} />
        }
      </Shown>
    </>
  );
}

function Replay({ events }: Readonly<{ events: readonly EventAnswer[] }>): JSX.Element {
  /** Null: at the end, also when more happens. */
  const chosen = useSignal<number | null>(null);
  const count = Math.min(chosen.value ?? events.length, events.length);
  const at = events[count - 1];
  return (
    <>
      <input
        class="slider"
        type="range"
        min={1}
        max={events.length}
        value={count}
        aria-label="Line of the journal"
        aria-valuetext={at ? `${momentOf(at.at)}: ${wordsOf(at)}` : ''}
        onInput={(event) => {
          const value = Number(event.currentTarget.value);
          chosen.value = value === events.length ? null : value;
        }}
      />
      <ul class="standings">
        {standingsAt(events, count).map(({ id, state }) => (
          <li key={id}>
            <StateMark state={state} /> {id}
          </li>
        ))}
      </ul>
      <Journal events={events.slice(Math.max(0, count - LINES_SHOWN), count).toReversed()} />
    </>
  );
}
