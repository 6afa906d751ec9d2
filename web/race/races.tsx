import type { JSX } from 'preact';
import { useAnswer } from '../api/resource.ts';
import { StateMark } from '../session/state-mark.tsx';
import { now } from '../shell/clock.ts';
import { ageOf, counted } from '../shell/numbers.ts';
import { pathTo } from '../shell/path-to.ts';

const MOST_SHOWN = 100;

/** Races, newest first; nothing where there was none. */
export function Races(): JSX.Element | null {
  const list = useAnswer('race.list', { all: true }, { kinds: ['race', 'session'] });
  const races = list.value.value?.races.toReversed() ?? [];
  if (races.length === 0) return null;
  return (
    <>
      <h2 class="section-head">Races</h2>
      <ul class="lines">
        {races.slice(0, MOST_SHOWN).map(({ race_id, state, title, rivals, winner, created_at }) => (
          <li key={race_id}>
            <a class="run-row" href={pathTo('races', race_id)} data-row="">
              <StateMark state={state} />
              <span class="goal">{title}</span>
              <span class="hint">{winner === null ? 'no winner' : `won by ${winner}`}</span>
              <span class="hint number">{counted(rivals.length, 'rival')}</span>
              <span class="hint number">{ageOf(created_at, now.value)}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
