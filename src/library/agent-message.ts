import type { MessageType, ReviewFinding, Verdict } from '../domain/message/message-type.ts';
import type { AgentRole } from './session.ts';

export type { MessageType };

/** What a message holds. Which fields it must have depends on its type: `swarm send --help`. */
export interface MessageContent {
  /** The same as `title`. */
  subject?: string;
  title?: string;
  body?: string;
  /** Of a review, an artefact or a result. */
  summary?: string;
  sources?: readonly string[];
  confidence?: 'low' | 'medium' | 'high';
  verdict?: Verdict;
  findings?: readonly ReviewFinding[];
  /** Of an artefact: inside of its sender's worktree. */
  path?: string;
  recoverable?: boolean;
}

/** A message between agents. Those that were sent have `id`, `timestamp` and `from`. */
export interface AgentMessage {
  id?: string;
  timestamp?: string;
  from?: AgentRole;
  to?: AgentRole | null;
  type: MessageType;
  /** Its fields, or simply its text. */
  content: MessageContent | string;
}
