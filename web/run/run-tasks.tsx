import type { JSX } from 'preact';
import type { RunStatusAnswer } from '../../src/contract/answer/run.ts';

type Task = RunStatusAnswer['tasks'][number];

/** In the words of `swarm plan status`. */
const STATUSES: Readonly<Record<Task['status'], string>> = {
  pending: 'pending',
  working: 'working',
  completion_drive_review: 'review',
  ready_for_verification: 'verification',
  verified: 'verified',
  blocked: 'blocked',
};
const CRITERIA: Readonly<Record<NonNullable<Task['criteria']>, string>> = {
  running: 'being checked',
  green: 'green',
  red: 'red',
  missing: 'not to be found',
};

/** The tasks of a plan: what its checks say, and how often each was verified. */
export function RunTasks({ tasks }: Readonly<{ tasks: readonly Task[] }>): JSX.Element | null {
  if (tasks.length === 0) return null;
  return (
    <>
      <h2 class="section-head">Checks and verifications</h2>
      <div class="table-box">
        <table>
          <thead>
            <tr>
              <th>Task</th>
              <th>Status</th>
              <th>Checks</th>
              <th class="number">Verifications</th>
              <th>Verifier</th>
              <th>Waits for</th>
            </tr>
          </thead>
          <tbody>
            {tasks.map((task) => (
              <tr key={task.task_id}>
                <td>{task.task_id}</td>
                <td>{STATUSES[task.status] + (task.is_stale ? ', inputs changed' : '')}</td>
                <td class={task.criteria === 'red' ? 'bad' : ''}>
                  {task.criteria === null ? '–' : CRITERIA[task.criteria]}
                </td>
                <td class="number">{task.rounds}</td>
                <td>{task.verifier}</td>
                <td>{task.waits_for.map((name) => (name === 'user' ? 'you' : name)).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
