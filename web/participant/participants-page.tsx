import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ParticipantAnswer } from '../../src/contract/answer/participant.ts';
import type { ReservationAnswer } from '../../src/contract/answer/reservation.ts';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/resource.ts';
import type { AnswerOf } from '../api/verbs.ts';
import { now } from '../shell/clock.ts';
import { ageOf, momentOf } from '../shell/numbers.ts';
import { Page, Shown } from '../shell/page.tsx';
import { pathTo } from '../shell/path-to.ts';
import { told } from '../shell/toast.tsx';

/** Who is at work in the project, which files they hold, and where their work meets. */
export function ParticipantsPage(): JSX.Element {
  const watched = { kinds: ['participant', 'session', 'reservation'] };
  const participants = useAnswer('participant.list', {}, watched);
  const reservations = useAnswer('reservation.list', {}, watched);
  return (
    <Page title="Participants">
      <Shown of={participants}>
        {({ participants: list }) =>
          list.length === 0 ? <p class="none">No one is here.</p> : <Participants list={list} />
        }
      </Shown>
      <h2 class="section-head">Reservations</h2>
      <Shown of={reservations}>
        {({ reservations: list }) =>
          list.length === 0 ? <p class="none">No file is reserved.</p> : <Reservations list={list} />
        }
      </Shown>
      <Conflicts />
    </Page>
  );
}

const Participants = ({ list }: Readonly<{ list: readonly ParticipantAnswer[] }>): JSX.Element => (
  <div class="table-box">
    <table>
      <thead>
        <tr>
          <th>Name</th>
          <th>Status</th>
          <th>Track</th>
          <th>Work</th>
          <th>CLI</th>
          <th class="number">Seen</th>
        </tr>
      </thead>
      <tbody>
        {list.map((one) => (
          <tr key={one.id}>
            <td>
              {one.session_id === null ? (
                one.display
              ) : (
                <a href={pathTo('sessions', one.session_id)}>{one.display}</a>
              )}
            </td>
            <td>{one.status}</td>
            <td>{one.track ?? ''}</td>
            <td>{one.beads_claimed.join(', ')}</td>
            <td>{one.cli ?? ''}</td>
            <td class="number">{ageOf(one.last_seen_at, now.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const Reservations = ({ list }: Readonly<{ list: readonly ReservationAnswer[] }>): JSX.Element => (
  <div class="table-box">
    <table>
      <thead>
        <tr>
          <th>Files</th>
          <th>Holder</th>
          <th>Until</th>
          <th>Reason</th>
        </tr>
      </thead>
      <tbody>
        {list.map((one) => (
          <tr key={one.id}>
            <td>
              <code>{one.glob}</code> {!one.exclusive && <span class="hint">shared</span>}
            </td>
            <td>{one.holder}</td>
            <td class="when">{one.expires_at === null ? 'it leaves' : momentOf(one.expires_at)}</td>
            <td class="note">{one.reason ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** To look for conflicts merges the work of all in turn, so it is done when it is asked for. */
function Conflicts(): JSX.Element {
  const found = useSignal<AnswerOf<'workspace.conflicts'>['conflicts'] | null>(null);
  const look = async (): Promise<void> => {
    const answer = await told(ask('workspace.conflicts', {}));
    found.value = answer?.conflicts ?? null;
  };
  return (
    <>
      <h2 class="section-head">Conflicts</h2>
      <button type="button" onClick={() => void look()}>
        Look for conflicts
      </button>
      {found.value?.length === 0 && <p class="none">What they changed can be merged.</p>}
      <ul>
        {found.value?.map(({ participants, files }) => (
          <li key={participants.join()}>
            <strong>{participants.join(' and ')}</strong>: <code>{files.join(', ')}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
