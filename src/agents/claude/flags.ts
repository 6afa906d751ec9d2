import { join } from 'node:path';
import type { LaunchInput } from '../../domain/agent/agent.ts';
import { MCP_NAME, mcpServer } from '../mcp-server.ts';
import { grantedStart, settingsText } from './session-grant.ts';

export const SETTINGS_FILE = 'settings.json';
const MCP_FILE = 'mcp.json';

// Swarm's own commands and tools must never wait for a permission.
const OWN_COMMAND = 'Bash(swarm *)';
const OWN_TOOLS = `mcp__${MCP_NAME}__*`;

/**
 * What both modes are started with. Every value is joined to its flag: several flags take any number of
 * values and would swallow what follows, and a value that begins with a dash stays a value. No flag here
 * skips a hook or a permission; a mode that a persona names is handed on as it is.
 */
export function claudeFlags(input: LaunchInput): string[] {
  const { session, spec, paths, settings = {} } = input;
  const tools = spec.tools.length > 0 ? spec.tools : (settings.allowedTools ?? []);
  const hasMcp = mcpServer(input) !== null;
  const own = [OWN_COMMAND, ...(hasMcp ? [OWN_TOOLS] : [])];
  return [
    ...conversationFlags(input),
    // On resume, one version forgets the system prompt and another keeps the old one; passing it again suits
    // both.
    `--append-system-prompt-file=${join(paths.attemptDir, 'persona.md')}`,
    `--add-dir=${paths.attemptDir}`,
    ...[...new Set([...tools, ...own])].map((tool) => `--allowedTools=${tool}`),
    ...flag('model', session.model),
    ...flag('mcp-config', spec.mcpConfig),
    // The last one wins where two servers have the same name.
    ...flag('mcp-config', hasMcp ? join(paths.attemptDir, MCP_FILE) : null),
  ];
}

/** The file that names Swarm's own server; none where it is not wanted. */
export function mcpFile(input: LaunchInput): Record<string, string> {
  const server = mcpServer(input);
  if (server === null) return {};
  return { [MCP_FILE]: JSON.stringify({ mcpServers: { [MCP_NAME]: { type: 'stdio', ...server } } }) };
}

function conversationFlags({ conversationId, resume, forkOf = null }: LaunchInput): string[] {
  if (!resume) return [`--session-id=${conversationId}`];
  if (forkOf === null) return [`--resume=${conversationId}`];
  return [`--resume=${forkOf}`, '--fork-session', `--session-id=${conversationId}`];
}

/** Flags of a process with a screen. Newer versions pick a permission mode unless one is given. */
export const screenFlags = (input: LaunchInput): string[] => [
  `--settings=${settingsFile(input.paths.attemptDir)}`,
  ...flag('permission-mode', permissionMode(input) ?? 'default'),
];

const ASKS: ReadonlySet<string | null> = new Set([null, 'default', 'manual']);

// Only a mode that asks gives way to what the person has allowed for the session.
function permissionMode({ spec, grants = [] }: LaunchInput): string | null {
  const isGranted = ASKS.has(spec.permissionMode) && grantedStart(grants).acceptsEdits;
  return isGranted ? 'acceptEdits' : spec.permissionMode;
}

/** Flags that only a process without a screen obeys. */
export function headlessFlags(input: LaunchInput): string[] {
  const { spec, paths, settings = {} } = input;
  return [
    '-p',
    '--input-format=stream-json',
    '--output-format=stream-json',
    '--verbose',
    '--replay-user-messages',
    '--include-hook-events',
    '--permission-prompt-tool=stdio',
    ...flag('permission-mode', permissionMode(input)),
    ...flag('max-turns', spec.maxTurns ?? settings.maxTurns),
    ...flag('max-budget-usd', settings.allowanceUsd ?? spec.budgetUsd),
    ...flag('json-schema', settings.schema),
    ...flag('settings', settingsText(input) === null ? null : settingsFile(paths.attemptDir)),
  ];
}

const settingsFile = (attemptDir: string): string => join(attemptDir, SETTINGS_FILE);

const flag = (name: string, value: string | number | null | undefined): string[] =>
  value === null || value === undefined ? [] : [`--${name}=${value}`];
