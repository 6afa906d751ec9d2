import type { Attempt } from '../../attempt/attempt.ts';
import type { TypedContent } from '../../message/message-content.ts';
import type { Session } from '../../session/session.ts';
import type { Workflow } from '../../workflow/workflow.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { ErrorRecord } from '../error-handling.ts';
import type { Run } from '../run.ts';
import type { WorkflowState } from '../workflow/state.ts';
import type { KeptArtifact } from './artifact.ts';

/** A message of one role of the run. */
export type RecordedMessage = Readonly<{
  id: string;
  role: string;
  /** The round of the sender's turn, where it is known. */
  round: number | null;
  at: number;
  content: TypedContent;
}>;

export type SessionSpending = Readonly<{
  session: Pick<Session, 'id' | 'role' | 'cli' | 'model' | 'state' | 'reasonText'>;
  attempts: readonly Pick<Attempt, 'costUsd' | 'inputTokens' | 'outputTokens'>[];
}>;

export type RunErrorLine = ErrorRecord & Readonly<{ at: number }>;

/** True of a review that was given in its turn. Plans keep no such list: there each is. */
export const isInTurn = (
  { judged }: Pick<WorkflowState, 'judged'>,
  { id }: Pick<RecordedMessage, 'id'>,
): boolean => judged?.includes(id) ?? true;

/** All rows that a run's result is made from. */
export type RunRecord = Readonly<{
  run: Pick<
    Run,
    'id' | 'workflow' | 'goal' | 'ending' | 'reasonText' | 'createdAt' | 'stateSince' | 'endedAt'
  >;
  definition: Pick<Workflow, 'roles'>;
  state: WorkflowState;
  /** In the order in which they were taken in. */
  said: readonly RecordedMessage[];
  sessions: readonly SessionSpending[];
  errors: readonly RunErrorLine[];
  workspaces: readonly Pick<Workspace, 'sessionId' | 'branch' | 'baseCommit'>[];
  /** When the rows were read. */
  now: number;
  /** What became of the files that `listWanted` names. */
  kept: readonly KeptArtifact[];
}>;
