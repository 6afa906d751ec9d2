import type { AgentRole, SessionResult } from './session.ts';

export type OrchestratorEvent =
  | { type: 'session_started'; sessionId: string; workflow: string }
  | { type: 'agent_spawned'; role: AgentRole; paneId: string }
  | { type: 'agent_ready'; role: AgentRole }
  | { type: 'agent_working'; role: AgentRole; task: string }
  | { type: 'agent_complete'; role: AgentRole; summary: string }
  | { type: 'agent_error'; role: AgentRole; error: string }
  | { type: 'message_routed'; from: AgentRole; to: AgentRole; messageType: string }
  | { type: 'stage_transition'; from: string; to: string }
  | { type: 'workflow_complete'; success: boolean }
  | { type: 'session_ended'; result: SessionResult }
  /** Watching broke off; the session goes on. `startMonitoring()` tries again. */
  | { type: 'monitor_error'; error: string };

export type EventHandler = (event: OrchestratorEvent) => void;
