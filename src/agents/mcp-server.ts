import { join } from 'node:path';
import type { LaunchInput } from '../domain/agent/agent.ts';
import { environmentFor } from './environment.ts';

/** What agents call Swarm's own MCP server, and so how the names of its tools begin. */
export const MCP_NAME = 'swarm';

/** How an agent CLI starts it. Inside an attempt it speaks as that session. */
export type McpServer = Readonly<{ command: string; args: readonly string[] }>;

/** Null where the project does not want sessions to have it. */
export const mcpServer = ({ settings, paths }: Pick<LaunchInput, 'settings' | 'paths'>): McpServer | null =>
  settings?.hasMcp ? { command: join(paths.binDir, 'swarm'), args: ['mcp'] } : null;

// Given by what starts the process, not by the adapter: a secret stays out of argv and files.
const GIVEN_AT_START = ['SWARM_ATTEMPT_TOKEN', 'SWARM_STORE_HIDDEN'];

/** Names of what the server must know, for a CLI that gives its servers little of its own environment. */
export const mcpVariables = (input: LaunchInput): readonly string[] => [
  ...Object.keys(environmentFor(input)).filter((name) => name.startsWith('SWARM_')),
  ...GIVEN_AT_START,
];
