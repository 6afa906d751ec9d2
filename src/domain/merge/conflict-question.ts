import { openQuestion, type Question } from '../question/question.ts';
import type { MergeEnd } from './merge.ts';

type Conflict = Extract<MergeEnd, { is: 'conflict' }>;

const OPTIONS = ['keep the branches', 'merged by hand'] as const;
const FILES_NAMED = 50;

/** Asks a person about branches that do not fit together. Nothing waits for the answer. */
export const conflictQuestion = (
  { target, branch, files }: Conflict,
  asked: Readonly<{ id: string; runId: string; at: number }>,
): Question => {
  const more = files.length > FILES_NAMED ? ` and ${files.length - FILES_NAMED} more` : '';
  const text =
    `${branch.branch} (${branch.role}) cannot be merged into ${target} by itself. ` +
    `In conflict: ${files.slice(0, FILES_NAMED).join(', ')}${more}. ` +
    `Nothing was moved; when that is resolved: swarm merge ${asked.runId}`;
  return openQuestion({
    id: asked.id,
    runId: asked.runId,
    kind: 'approval',
    text,
    options: OPTIONS,
    askedAt: asked.at,
  });
};

/** Questions of earlier merges of the run. */
export const isMergeQuestion = ({ kind, sessionId, runId }: Question): boolean =>
  kind === 'approval' && sessionId === null && runId !== null;
