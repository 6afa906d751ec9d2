/** The name of an agent inside a session: researcher, reviewer, … */
export type AgentRole = string;

export type AgentStatus =
  | 'spawning'
  | 'starting'
  | 'ready'
  | 'working'
  | 'complete'
  | 'blocked'
  | 'error'
  | 'terminated';

/** One agent of a session. Times are ISO 8601. */
export interface ManagedAgent {
  role: AgentRole;
  /** Names it on the command line: `swarm status <agentId>`. */
  agentId: string;
  /** Its window in tmux, as `session:window`. */
  paneId: string;
  /** Where it works: a worktree of its own, or the project where it needs none. */
  worktreePath: string;
  status: AgentStatus;
  spawnedAt: string;
  lastActivityAt: string;
  /** What it said last. */
  lastCapturedOutput?: string;
  /** Messages that reached it. */
  messageCount: number;
  /** Errors of its session, and failed attempts in a row that it is being tried again after. */
  errorCount: number;
}

export type SessionStatus = 'initializing' | 'running' | 'synthesizing' | 'complete' | 'failed' | 'cancelled';

/** Where a workflow is. */
export interface WorkflowState {
  workflowName: string;
  currentStage: string;
  /** How many times a stage was entered, over the whole session and by stage. */
  round: number;
  visits: Readonly<Record<string, number>>;
  /** Stages that are behind it, in their order. */
  passedStages: readonly string[];
  processedMessageIds: readonly string[];
  /** Messages that a review approved. */
  approvedMessageIds: readonly string[];
  /** Not empty: it goes on without something. */
  warnings: readonly string[];
  /** What a person is asked; null while there is no question. */
  pendingQuestion: string | null;
}

/** One execution of a workflow for one goal. A picture of the moment: ask again for the next one. */
export interface Session {
  id: string;
  workflowType: string;
  goal: string;
  status: SessionStatus;
  startedAt: string;
  completedAt?: string;
  agents: Map<AgentRole, ManagedAgent>;
  workflowState: WorkflowState;
  result?: SessionResult;
}

export interface SessionResult {
  success: boolean;
  summary: string;
  /** In milliseconds. */
  duration: number;
  agentSummaries: Map<AgentRole, AgentSummary>;
  /** Paths of files that were delivered and approved. */
  artifacts: string[];
  errors: SessionError[];
}

export interface AgentSummary {
  role: AgentRole;
  messagesProduced: number;
  tasksCompleted: number;
  reviewsPerformed?: number;
  findings?: number;
  artifacts?: string[];
}

export interface SessionError {
  timestamp: string;
  agent?: AgentRole;
  type: 'agent_error' | 'routing_error' | 'timeout' | 'system_error';
  message: string;
  recoverable: boolean;
  recovered: boolean;
}
