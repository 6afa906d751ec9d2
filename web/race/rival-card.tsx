import type { JSX } from 'preact';
import type { RaceAnswer } from '../../src/contract/answer/race.ts';
import { useAnswer } from '../api/resource.ts';
import { Fact } from '../session/session-facts.tsx';
import { StateMark } from '../session/state-mark.tsx';
import { counted, dollars, span } from '../shell/numbers.ts';
import { pathTo } from '../shell/path-to.ts';

type Rival = RaceAnswer['rivals'][number];

const STANDINGS: Readonly<Record<Rival['standing'], string>> = {
  held: 'held back',
  running: 'running',
  'to-check': 'to be checked',
  accepted: 'accepted',
  out: 'out',
  won: 'won',
};

/** One rival: where it stands, what it cost, how much it changed, and the way to its work. */
export function RivalCard({ rival }: Readonly<{ rival: Rival }>): JSX.Element {
  const { session_id, cli, standing, status, gate, reason, branch } = rival;
  return (
    <article class={standing === 'won' ? 'rival won' : 'rival'} aria-label={session_id}>
      <header>
        <StateMark state={standing} word={STANDINGS[standing]} />
        <span class="hint">{cli}</span>
      </header>
      <a class="title" href={pathTo('sessions', session_id)} data-row="">
        {session_id}
      </a>
      {reason !== null && <p class="reason">{reason}</p>}
      {status === null && <p class="hint">Its row is gone.</p>}
      <dl class="facts">
        {gate !== null && (
          <Fact name="Gate">
            <StateMark state={gate} />
          </Fact>
        )}
        {status !== null && <Spent id={session_id} />}
      </dl>
      {status !== null && standing !== 'held' && <Changed id={session_id} />}
      {branch !== '' && <code class="hint">{branch}</code>}
    </article>
  );
}

type Id = Readonly<{ id: string }>;

function Spent({ id }: Id): JSX.Element | null {
  const session = useAnswer('session.show', { session_id: id }, { kinds: ['session'], id });
  const value = session.value.value;
  if (!value) return null;
  const { usage, elapsed_seconds } = value;
  return (
    <>
      <Fact name="Time">{elapsed_seconds === null ? '–' : span(elapsed_seconds * 1_000)}</Fact>
      <Fact name="Cost">{dollars(usage.cost_usd)}</Fact>
    </>
  );
}

function Changed({ id }: Id): JSX.Element {
  const diff = useAnswer('session.diff', { session_id: id, stat: true }, { kinds: ['session'], id });
  const value = diff.value.value;
  const problem = diff.problem.value;
  if (problem !== null && !value) return <p class="hint">{problem.message}</p>;
  return (
    <p class="diff-summary">
      <a href={pathTo('sessions', id, 'diff')}>Diff</a>{' '}
      {value && (
        <>
          {counted(value.files.length, 'file')}, <span class="come">+{value.added}</span>{' '}
          <span class="gone">−{value.deleted}</span>
        </>
      )}
    </p>
  );
}
