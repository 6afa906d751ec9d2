import type { AgentMessage } from './agent-message.ts';
import type { AgentRole, AgentSummary } from './session.ts';

/** What one agent delivered. */
export interface AgentResults {
  role: AgentRole;
  summary: AgentSummary | null;
  /** What it handed in as its result, or its last words; null when there is nothing yet. */
  result: unknown;
  messages: AgentMessage[];
}
