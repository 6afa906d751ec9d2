import type { ReviewFinding, Verdict } from '../message/message-type.ts';
import type { Criterion } from './plan.ts';

/** `missing`: its command cannot be run, so it says nothing about the work. `skipped`: a rehearsed task. */
export type CriterionEnd = 'green' | 'red' | 'missing' | 'skipped';

/** What became of one criterion when Swarm looked. `output`: the last lines, with how the command ended. */
export type CriterionResult = Criterion & Readonly<{ is: CriterionEnd; output: string }>;

/** One look at what a task was handed over with. It is under way while `endedAt` is null. */
export type TaskCheck = Readonly<{
  runId: string;
  taskId: string;
  /** From 1, within its task. */
  number: number;
  /** The commit that it looked at; null before. */
  commit: string | null;
  results: readonly CriterionResult[];
  startedAt: number;
  endedAt: number | null;
}>;

/** One verification of a task. */
export type TaskRound = Readonly<{
  runId: string;
  taskId: string;
  /** From 1, within its task. */
  number: number;
  /** It was verified before; only what it read has changed since. */
  isConfirmation: boolean;
  verifier: string;
  verdict: Verdict;
  findings: readonly ReviewFinding[];
  summary: string;
  /** The commit that the verifier looked at. */
  commit: string | null;
  at: number;
}>;

/** A file that a verified task wrote. A later version takes the place of an earlier one. */
export type TaskOutput = Readonly<{
  runId: string;
  taskId: string;
  path: string;
  version: number;
  /** Git's own of a blob or a tree; of what is on no branch, `sha256:` and the digest. */
  hash: string;
  verifiedAt: number;
}>;

/** A note as its verifier reads it. */
export type ToldNote = Readonly<{
  label: string;
  description: string;
  resolution: string | null;
  resolvedBy: string | null;
}>;

/** A file of a task as it lies on the branch of its role; null when there is none. */
export type SeenOutput = Readonly<{ task: string; path: string; hash: string | null }>;
