import { type ComponentChildren, Fragment, type JSX } from 'preact';
import type { SessionStatusAnswer } from '../../src/contract/answer/session.ts';
import { now } from '../shell/clock.ts';
import { ageOf, dollars, short, span } from '../shell/numbers.ts';
import { pathTo } from '../shell/path-to.ts';
import { StateMark } from './state-mark.tsx';

/** Where the session stands, in one or two lines. State and process are told apart. */
export function SessionFacts({ session }: Readonly<{ session: SessionStatusAnswer }>): JSX.Element {
  const { usage, heartbeat, parked } = session;
  const why = parked?.reason ?? session.status_reason ?? session.reason;
  return (
    <>
      <dl class="facts">
        <Fact name="State">
          <StateMark state={session.state} />
        </Fact>
        <Fact name="Process">{processOf(session)}</Fact>
        <Fact name="Agent">
          {session.role ?? session.agent} · {session.cli}
          {session.model !== null && ` · ${session.model}`}
        </Fact>
        {session.run !== null && (
          <Fact name="Run">
            <a href={pathTo('runs', session.run)}>{session.run}</a>
          </Fact>
        )}
        {session.race !== null && (
          <Fact name="Race">
            <a href={pathTo('races', session.race)}>{session.race}</a>
          </Fact>
        )}
        <Lineage session={session} />
        {session.worktree !== null && (
          <Fact name="Branch">
            <code>{session.worktree.branch}</code>
          </Fact>
        )}
        <Fact name="Time">
          {session.elapsed_seconds === null ? '–' : span(session.elapsed_seconds * 1_000)}
        </Fact>
        <Fact name="Cost">
          {dollars(usage.cost_usd)} · {short(usage.input_tokens)} in, {short(usage.output_tokens)} out
        </Fact>
        {heartbeat.current_tool !== null && <Fact name="Tool">{heartbeat.current_tool}</Fact>}
      </dl>
      {why !== null && <p class="why">{why}</p>}
    </>
  );
}

/** The sessions that its work comes from, and those that it waits or waited for. */
function Lineage({ session }: Readonly<{ session: SessionStatusAnswer }>): JSX.Element {
  const { continues, continued_by, forked_from, dependencies } = session;
  const lines = [
    ['Continues', continues === null ? [] : [continues]],
    ['Continued by', continued_by === null ? [] : [continued_by]],
    ['Forked from', forked_from === null ? [] : [forked_from]],
    ['After', dependencies?.after ?? []],
    ['After any of', dependencies?.after_any ?? []],
    ['After the end of', dependencies?.after_end ?? []],
  ] as const;
  return (
    <>
      {lines
        .filter(([, ids]) => ids.length > 0)
        .map(([name, ids]) => (
          <Fact key={name} name={name}>
            {ids.map((id, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <a href={pathTo('sessions', id)}>{id}</a>
                {id === dependencies?.base_on && ' (its branch)'}
              </Fragment>
            ))}
          </Fact>
        ))}
    </>
  );
}

export const Fact = ({
  name,
  children,
}: Readonly<{ name: string; children: ComponentChildren }>): JSX.Element => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Whether there is a process, and when it was last heard of. */
function processOf({ pid, attempt, heartbeat }: SessionStatusAnswer): string {
  if (pid === null) return attempt === 0 ? 'none yet' : 'none now';
  const heard = heartbeat.last_event_at;
  return `${pid}, attempt ${attempt}${heard === null ? '' : `, heard ${ageOf(heard, now.value)} ago`}`;
}
