import type { JSX } from 'preact';
import type { TaskCheckAnswer } from '../../src/contract/answer/verification.ts';
import { StateMark } from '../session/state-mark.tsx';
import { counted, momentOf } from '../shell/numbers.ts';
import { newestByTask } from './newest-by-task.ts';

/** What Swarm saw when it looked at each task last: its criteria, with the output of what is red. */
export function RunChecks({ checks }: Readonly<{ checks: readonly TaskCheckAnswer[] }>): JSX.Element | null {
  if (checks.length === 0) return null;
  return (
    <>
      <h2 class="section-head">Criteria</h2>
      <ul class="lines">
        {newestByTask(checks).map((check) => (
          <li key={check.task_id}>
            <Check check={check} />
          </li>
        ))}
      </ul>
    </>
  );
}

type Result = TaskCheckAnswer['results'][number];

const isBad = ({ is }: Result): boolean => is === 'red' || is === 'missing';

function Check({ check }: Readonly<{ check: TaskCheckAnswer }>): JSX.Element {
  const { task_id, number, results, started_at, ended_at } = check;
  const bad = results.filter(isBad);
  const state = ended_at === null ? 'running' : (bad[0]?.is ?? results[0]?.is ?? 'green');
  return (
    <details class="folded" open={bad.length > 0}>
      <summary>
        <StateMark state={state} />
        <strong class="name">{task_id}</strong>
        <span class="hint">
          {counted(results.length, 'criterion', 'criteria')} · look {number} · {momentOf(started_at)}
        </span>
      </summary>
      <ul class="findings">
        {results.map((result) => (
          <li key={result.text}>
            <StateMark state={result.is} /> {result.text}{' '}
            <span class="hint">
              <code>{result.command ?? result.file ?? ''}</code>
            </span>
            {isBad(result) && result.output !== '' && <pre class="tail">{result.output}</pre>}
          </li>
        ))}
      </ul>
    </details>
  );
}
