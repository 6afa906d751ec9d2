import type { MergeEnd } from '../../merge/merge.ts';
import { isOffered, type KindRow } from '../question-kind.ts';
import type { NoPayload } from './interrupt.ts';

type MergeQuestionFacts = Readonly<{
  /** What was to be merged. */
  names: readonly string[];
  /** Of sessions: the one whose branch is in conflict. Its agent can settle it. */
  sessionId?: string;
  conflict: Extract<MergeEnd, { is: 'conflict' }>;
}>;

const FILES_NAMED = 50;

/** Branches of a run, or of sessions, do not fit together. Nothing waits for the answer. */
export const merge: KindRow<NoPayload, MergeQuestionFacts> = {
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

function textOf({ names, sessionId, conflict: { target, branch, files } }: MergeQuestionFacts): string {
  const more = files.length > FILES_NAMED ? ` and ${files.length - FILES_NAMED} more` : '';
  const agent =
    sessionId === undefined
      ? ''
      : ` Its agent can resolve it: swarm send ${sessionId} "Merge ${target} into your branch, resolve the ` +
        'conflicts, and commit".';
  const whose = sessionId === undefined ? ` (${branch.role})` : '';
  return (
    `${branch.branch}${whose} cannot be merged into ${target} by itself. ` +
    `In conflict: ${files.slice(0, FILES_NAMED).join(', ')}${more}. ` +
    `Nothing was moved.${agent} When that is resolved: swarm merge ${names.join(' ')}`
  );
}
