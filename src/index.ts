export type { AgentMessage, MessageContent, MessageType } from './library/agent-message.ts';
export type { AgentResults } from './library/agent-results.ts';
export { DEFAULT_CONFIG, type OrchestratorConfig } from './library/config.ts';
export { SwarmError, WorkflowError } from './library/error.ts';
export type { EventHandler, OrchestratorEvent } from './library/event.ts';
export type {
  AgentRole,
  AgentStatus,
  AgentSummary,
  ManagedAgent,
  Session,
  SessionError,
  SessionResult,
  SessionStatus,
  WorkflowState,
} from './library/session.ts';
export type { SessionQuestion } from './library/session-question.ts';
export type { StartOptions, StartPlanOptions } from './library/start-options.ts';
export type { VerbAnswer, VerbInput } from './library/verb-call.ts';
export {
  type DefinedWorkflow,
  defineWorkflow,
  type MoveDefinition,
  type RoleDefinition,
  type StageDefinition,
  type Trigger,
  type WorkflowDefinition,
} from './library/workflow.ts';
export { Orchestrator } from './main/orchestrator.ts';
