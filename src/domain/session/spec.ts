import type { ResourceLimits } from '../resource/resource-limits.ts';
import type { Nesting } from './nesting.ts';

/** What a session was asked to be, settled at creation: later edits of the persona change nothing here. */
export type SessionSpec = Readonly<{
  prompt: string;
  /** Body of the persona file; the CLI gets it as its system prompt. */
  personaText: string;
  /** Program and arguments of `cli: command`. */
  command: readonly string[] | null;
  tools: readonly string[];
  permissionMode: string | null;
  writes: boolean;
  /** What the whole session may spend; null for no limit of its own. */
  budgetUsd: number | null;
  budgetTokens: number | null;
  /** Model turns of one prompt, where the persona says so. */
  maxTurns: number | null;
  /** Settings for the agent CLI, as JSON, and the file that names its MCP servers. */
  settings: string | null;
  mcpConfig: string | null;
  /** JSON Schema that its result must fit, as text. */
  schema: string | null;
  /** How far sessions may be begun below it, as its persona says; null: as the settings say. */
  mayCreate: Nesting | null;
  env: Readonly<Record<string, string>>;
  /** What its processes may take of the machine; null for no limit. */
  resources: ResourceLimits | null;
}>;
