import type { Attempt } from '../attempt/attempt.ts';
import type { Delivery, Message } from '../message/message.ts';
import type { TaskCheck, TaskRound } from '../plan/verification.ts';
import type { Question } from '../question/question.ts';
import type { Session } from '../session/session.ts';
import type { Turn } from '../turn/turn.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { RecordedError, RunMemory } from './memory.ts';
import type { Run } from './run.ts';

/** One session of a run, with all that was spent on it. */
export type RoleReport = Readonly<{
  session: Session;
  attempts: readonly Attempt[];
  turns: readonly Turn[];
  workspace: Workspace | null;
}>;

/** All that is known of one run. */
export type RunReport = Readonly<{
  run: Run;
  memory: RunMemory;
  /** Oldest first; a role that was started again is there twice. */
  roles: readonly RoleReport[];
  messages: readonly Message[];
  deliveries: readonly Delivery[];
  errors: readonly RecordedError[];
  questions: readonly Question[];
  /** Of a plan, oldest first: what Swarm saw of its tasks, and how verifiers judged them. */
  checks: readonly TaskCheck[];
  rounds: readonly TaskRound[];
  now: number;
  /** How long an agent that is to leave is given. */
  graceMs: number;
}>;
