import type { JSX } from 'preact';
import type { EventAnswer } from '../../src/contract/answer/event.ts';
import type { SessionStatusAnswer } from '../../src/contract/answer/session.ts';
import { eventWords } from '../../src/contract/event-words.ts';
import { useAnswer } from '../api/resource.ts';
import { momentOf } from '../shell/numbers.ts';
import { Shown } from '../shell/page.tsx';

const MOST_SHOWN = 500;

/** Every change of the session, newest first. */
export function JournalTab({ session }: Readonly<{ session: SessionStatusAnswer }>): JSX.Element {
  const id = session.session_id;
  const events = useAnswer(
    'event.list',
    { session_id: id, limit: MOST_SHOWN, newest: true },
    { kinds: ['session'], id },
  );
  return <Shown of={events}>{({ events: list }) => <Journal events={list.toReversed()} />}</Shown>;
}

export const Journal = ({ events }: Readonly<{ events: readonly EventAnswer[] }>): JSX.Element => (
  <div class="table-box">
    <table>
      <thead>
        <tr>
          <th>When</th>
          <th>What</th>
          <th>State</th>
          <th>By</th>
          <th>Note</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.seq}>
            <td class="when">{momentOf(event.at)}</td>
            <td>{wordsOf(event)}</td>
            <td>{changeOf(event)}</td>
            <td>{event.by}</td>
            <td class="note">{event.note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export const wordsOf = ({ event, from_state, to_state }: EventAnswer): string =>
  eventWords({ event, fromState: from_state, toState: to_state });

function changeOf({ from_state, to_state }: EventAnswer): string {
  if (to_state === null) return '';
  return from_state === null || from_state === to_state ? to_state : `${from_state} → ${to_state}`;
}
