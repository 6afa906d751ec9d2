import type { JSX } from 'preact';
import type { RunStatusAnswer } from '../../src/contract/answer/run.ts';
import { ask } from '../api/ask.ts';
import { MERGED } from '../session/offers.ts';
import { say, told } from '../shell/toast.tsx';

type Props = Readonly<{ run: RunStatusAnswer; reload: () => void }>;

/** What the page offers for a run: to stop one at work, to merge one that is over. */
export function RunActions({ run, reload }: Props): JSX.Element {
  const { run_id } = run;
  const stop = async (): Promise<void> => {
    await told(ask('run.stop', { run_id, reason: 'asked on the dashboard' }), 'It stops');
    reload();
  };
  const merge = async (): Promise<void> => {
    const answer = await told(ask('run.merge', { run_id }));
    if (answer !== null) say(MERGED[answer.is].words, MERGED[answer.is].isProblem);
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
