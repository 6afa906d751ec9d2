import type { JSX } from 'preact';
import type { RunStatusAnswer } from '../../src/contract/answer/run.ts';
import { ask } from '../api/ask.ts';
import { say, told } from '../shell/toast.tsx';

type Props = Readonly<{ run: RunStatusAnswer; reload: () => void }>;

const MERGED = {
  merged: 'Merged',
  'nothing-new': 'The target has all of it already',
  conflict: 'It conflicts: nothing was merged, and a question tells the files',
  'check-failed': 'The check failed: nothing was merged',
} as const;

/** What the page offers for a run: to stop one at work, to merge one that is over. */
export function RunActions({ run, reload }: Props): JSX.Element {
  const { run_id } = run;
  const stop = async (): Promise<void> => {
    await told(ask('run.stop', { run_id, reason: 'asked on the dashboard' }), 'It stops');
    reload();
  };
  const merge = async (): Promise<void> => {
    const answer = await told(ask('run.merge', { run_id }));
    if (answer !== null) say(MERGED[answer.is], answer.is === 'conflict' || answer.is === 'check-failed');
    reload();
  };
  if (run.ended_at === null) {
    return (
      <button type="button" class="danger" onClick={() => void stop()}>
        Stop
      </button>
    );
  }
  return (
    <button type="button" onClick={() => void merge()}>
      Merge
    </button>
  );
}
