import type { Confidence } from '../../message/message-content.ts';
import type { MessageType, ReviewFinding, Verdict } from '../../message/message-type.ts';
import type { ErrorCategory } from '../error-handling.ts';
import type { RunEnding } from '../run.ts';
import type { KeptArtifact } from './artifact.ts';

export type AgentSummary = Readonly<{
  role: string;
  messagesProduced: number;
  /** Rounds in which the role delivered something and the run went on. */
  tasksCompleted: number;
  /** These three are there for roles that sent such messages; what was not approved is not counted. */
  reviewsPerformed?: number;
  findings?: number;
  artifacts?: readonly string[];
}>;

export type ErrorSummary = Readonly<{
  at: number;
  agent: string | null;
  type: ErrorCategory;
  message: string;
  recoverable: boolean;
  recovered: boolean;
}>;

export type FindingResult = Readonly<{
  id: string;
  role: string;
  title: string;
  body: string;
  sources: readonly string[];
  confidence: Confidence;
}>;

/** Words of a role that count: a result, or what it gave to others to do. */
export type Statement = Readonly<{ id: string; role: string; summary: string; body: string }>;

export type ReviewSummary = Readonly<{
  id: string;
  reviewer: string;
  /** Of this reviewer, from 1. */
  round: number | null;
  at: number;
  verdict: Verdict;
  summary: string;
  findings: readonly ReviewFinding[];
}>;

/** Named, without its content: it is no result. */
export type LeftOut = Readonly<{ id: string; role: string; type: MessageType; round: number | null }>;

export type Spending = Readonly<{ costUsd: number; inputTokens: number; outputTokens: number }>;
export type RoleSpending = Spending & Readonly<{ role: string; cli: string; attempts: number }>;

/** How it ended; `running` while it has not. */
export type ResultStatus = RunEnding | 'running';

export type BranchResult = Readonly<{ role: string; branch: string; baseCommit: string }>;

/** What the roles delivered and what of it counts. */
export type Delivered = Readonly<{
  findings: readonly FindingResult[];
  statements: readonly Statement[];
  artifacts: readonly KeptArtifact[];
}>;

/** What a run came to, or has come to so far. */
export type RunResult = Readonly<{
  runId: string;
  workflow: string;
  goal: string;
  status: ResultStatus;
  success: boolean;
  summary: string;
  durationMs: number;
  agents: readonly AgentSummary[];
  errors: readonly ErrorSummary[];
  approved: Delivered;
  unreviewed: Delivered;
  leftOut: readonly LeftOut[];
  reviews: readonly ReviewSummary[];
  spending: Readonly<{ total: Spending; roles: readonly RoleSpending[] }>;
  branches: readonly BranchResult[];
  /** Not empty: the run went on without something. */
  warnings: readonly string[];
}>;
