import type { ResourceLimits } from '../resource/resource-limits.ts';
import type { Nesting } from '../session/nesting.ts';
import type { SessionMode } from '../session/session.ts';

/** In place of a persona's name: the one that fits the task best. */
export const AUTO = 'auto';

/** In the order in which they are looked up; the first that has a name wins. */
export type PersonaSource = 'agents' | 'roles' | 'claude' | 'shipped';

/** Who an agent is and how to start it, as its file says. */
export type Persona = Readonly<{
  name: string;
  description: string;
  /** Null: the project's default. */
  cli: string | null;
  command: readonly string[] | null;
  model: string | null;
  mode: SessionMode | null;
  tools: readonly string[];
  permissionMode: string | null;
  writes: boolean;
  /** Whether it gets a worktree of its own; null: as the project's setting says. */
  workspace: boolean | null;
  timeoutMs: number | null;
  budgetUsd: number | null;
  /** Model turns of one prompt. */
  maxTurns: number | null;
  /** Files of the agent CLI's own: its settings, and the MCP servers that it may use. */
  settings: string | null;
  mcpConfig: string | null;
  /** Sessions that its own may begin; null: as the settings say. */
  mayCreate: Nesting | null;
  /** Words for what it is good at, by which it is found for a task. */
  tags: readonly string[];
  env: Readonly<Record<string, string>>;
  /** What its processes may take of the machine. */
  resources: ResourceLimits;
  /** The Markdown body. */
  text: string;
  /** Where it was found. */
  file: string;
  source: PersonaSource;
  /** One that ships with Swarm has the same name, and this one stands in for it. */
  standsIn?: true;
}>;

/** What is wrong with a persona's file, and where. */
export type PersonaProblem = Readonly<{ file: string; line: number; problem: string }>;

/** A file that looks like a persona, and where it has to lie to be one. */
export type Misplaced = Readonly<{ file: string; to: string }>;
