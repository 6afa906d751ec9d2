import type { JSX } from 'preact';
import { useAnswer } from '../api/resource.ts';
import { Races } from '../race/races.tsx';
import { StateMark } from '../session/state-mark.tsx';
import { now } from '../shell/clock.ts';
import { ageOf } from '../shell/numbers.ts';
import { Page, Shown } from '../shell/page.tsx';
import { pathTo } from '../shell/path-to.ts';

const MOST_SHOWN = 200;

/** Workflows, plans and designs that were started, newest first. */
export function RunsPage(): JSX.Element {
  const list = useAnswer('run.list', { limit: MOST_SHOWN }, { kinds: ['run'] });
  return (
    <Page title="Runs">
      <Shown of={list}>
        {({ runs }) =>
          runs.length === 0 ? (
            <p class="none">No workflow or plan was started yet.</p>
          ) : (
            <ul class="lines">
              {runs.map((run) => (
                <li key={run.run_id}>
                  <a class="run-row" href={pathTo('runs', run.run_id)} data-row="">
                    <StateMark state={run.state} />
                    <span class="goal">{run.goal}</span>
                    <span class="hint">{run.workflow}</span>
                    <span class="hint number">{Math.round(run.progress)} %</span>
                    <span class="hint number">{ageOf(run.created_at, now.value)}</span>
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      <Races />
    </Page>
  );
}
