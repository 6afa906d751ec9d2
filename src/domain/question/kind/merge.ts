import type { MergeEnd } from '../../merge/merge.ts';
import { isOffered, type KindRow } from '../question-kind.ts';
import type { NoPayload } from './interrupt.ts';

type About = Readonly<{ runId: string; conflict: Extract<MergeEnd, { is: 'conflict' }> }>;

const FILES_NAMED = 50;

/** Branches of a run do not fit together. Nothing waits for the answer. */
export const merge: KindRow<NoPayload, About> = {
  word: (about) => ({
    text: textOf(about),
    options: ['keep the branches', 'merged by hand'],
    payload: {},
  }),
  effect: (asked, answer) => (isOffered(asked, answer) ? { do: 'nothing' } : null),
  asker: () => ({ is: 'none' }),
  closes: 'merge',
  process: 'none',
  topic: 'approval',
};

function textOf({ runId, conflict: { target, branch, files } }: About): string {
  const more = files.length > FILES_NAMED ? ` and ${files.length - FILES_NAMED} more` : '';
  return (
    `${branch.branch} (${branch.role}) cannot be merged into ${target} by itself. ` +
    `In conflict: ${files.slice(0, FILES_NAMED).join(', ')}${more}. ` +
    `Nothing was moved; when that is resolved: swarm merge ${runId}`
  );
}
