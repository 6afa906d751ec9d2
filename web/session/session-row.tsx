import type { JSX } from 'preact';
import { now } from '../shell/clock.ts';
import { ageOf, dollars } from '../shell/numbers.ts';
import { pathTo } from '../shell/path-to.ts';
import type { OverviewSession } from './groups.ts';
import { StateMark } from './state-mark.tsx';

type Props = Readonly<{ session: OverviewSession; question: string | null; costUsd: number }>;

/** One session of the overview. All of it is a link to its page. */
export function SessionRow({ session, question, costUsd }: Props): JSX.Element {
  const told = question ?? tellingOf(session);
  return (
    <a class="session-row" href={pathTo('sessions', session.session_id)} data-row="">
      <StateMark state={question === null ? session.state : 'asking'} word={session.state} />
      <span class="what">
        <span class="title">{session.title}</span>
        {told !== '' && <span class="told">{told}</span>}
      </span>
      <span class="persona">{session.role ?? session.agent}</span>
      <span class="branch">{session.branch ?? ''}</span>
      <span class="cost">{costUsd > 0 ? dollars(costUsd) : ''}</span>
      <span class="age" title={`${session.state} since ${session.state_since}`}>
        {ageOf(session.state_since, now.value)}
      </span>
    </a>
  );
}

/** Why it stands where it stands, else what its agent said last. */
function tellingOf({ parked, reason, status_reason, waiting_for, last_words }: OverviewSession): string {
  const awaited = waiting_for.map(({ text }) => text).join(', ');
  const why = reason === null ? null : (status_reason ?? reason);
  return parked?.reason ?? (awaited === '' ? (why ?? last_words ?? '') : `waits for ${awaited}`);
}
