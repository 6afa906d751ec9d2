import type { PermissionAnswer, ProtocolLine } from '../../domain/agent/agent.ts';
import type { SessionGrant } from '../../domain/agent/fact.ts';
import type { SessionSpec } from '../../domain/session/spec.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../loose.ts';
import { MCP_NAME } from '../mcp-server.ts';
import { shellAllowance } from '../shell-allowance.ts';
import type { OpenTool } from './heard.ts';
import { rpcLine } from './rpc-line.ts';

/**
 * The name of a permission request: its id, and the option to pick for each answer. The question keeps it,
 * so its answer can be worded without the request.
 */
type RequestName = Readonly<{ id: unknown; once: string; always: string; reject: string }>;

/** Options are told apart by their kind: their ids and their order differ from agent to agent. */
export function requestNameOf(id: unknown, options: unknown): string {
  const optionOf = (...kinds: readonly string[]): string => {
    const found = kinds.map((kind) =>
      listOf(options)
        .map(fieldsOf)
        .find((option) => option.kind === kind),
    );
    return textOf(found.find((option) => option !== undefined)?.optionId);
  };
  const name: RequestName = {
    id,
    once: optionOf('allow_once', 'allow_always'),
    always: optionOf('allow_always', 'allow_once'),
    reject: optionOf('reject_once', 'reject_always'),
  };
  return JSON.stringify(name);
}

export const allowingOption = (requestId: string): string => parseName(requestId).once;

export function permissionLine({ requestId, behaviour, grant }: PermissionAnswer): ProtocolLine {
  const { id, once, always, reject } = parseName(requestId);
  const allowed = grant === undefined ? once : always;
  const optionId = behaviour === 'allow' ? allowed : reject;
  return optionId === '' ? cancelledLine(id) : selectedLine(id, optionId);
}

export const selectedLine = (id: unknown, optionId: string): ProtocolLine =>
  rpcLine({ id, result: { outcome: { outcome: 'selected', optionId } } });

/** What the protocol wants for a request of a turn that is broken off. Agents take it for a no as well. */
export const cancelledLine = (id: unknown): ProtocolLine =>
  rpcLine({ id, result: { outcome: { outcome: 'cancelled' } } });

const parseName = (requestId: string): RequestName => JSON.parse(requestId) as RequestName;

/** What the agent itself offers to allow for good, in its own words. Some keep that in files of theirs. */
export function grantOf(options: unknown): SessionGrant | null {
  const always = listOf(options)
    .map(fieldsOf)
    .find(({ kind }) => kind === 'allow_always');
  if (always === undefined) return null;
  const words = textOf(always.name) || 'always allow';
  return { words: [words], rules: JSON.stringify({ option: textOf(always.optionId) }) };
}

// Anything that a shell could take for a second command.
const SHELL_MEANING = /[;&|`$<>(){}\\\n\r!*?~#]/;

// What personas call the tools of each kind, as Claude Code does.
const BY_KIND: Readonly<Record<string, readonly string[]>> = {
  read: ['Read'],
  search: ['Grep', 'Glob'],
  fetch: ['WebFetch'],
  edit: ['Edit', 'Write'],
  delete: ['Edit', 'Write'],
  move: ['Edit', 'Write'],
};
const WRITING: ReadonlySet<string> = new Set(['edit', 'delete', 'move']);

export type Persona = Pick<SessionSpec, 'tools' | 'writes'>;

// As Claude Code and Gemini CLI name the tools of our server.
const OWN_TOOL = new RegExp(`^mcp__?${MCP_NAME}__?\\w+$`);
const isOwnTool = (kind: string, { name }: OpenTool): boolean => kind === 'other' && OWN_TOOL.test(name);

/** The persona's tools allow this without asking. Our own command and tools are always among them. */
export function isAllowed(toolCall: Fields, tool: OpenTool, { tools, writes }: Persona): boolean {
  const kind = textOf(toolCall.kind);
  if (isOwnTool(kind, tool)) return true;
  if (kind === 'execute') return isCommandAllowed(commandIn(tool.input), tools);
  if (WRITING.has(kind) && !writes) return false;
  return (BY_KIND[kind] ?? []).some((name) => tools.includes(name));
}

function isCommandAllowed(command: string, tools: readonly string[]): boolean {
  const { all, prefixes } = shellAllowance(tools);
  if (command === '' || all) return command !== '';
  if (SHELL_MEANING.test(withoutQuoted(command))) return false;
  return prefixes.some((prefix) => command === prefix || command.startsWith(`${prefix} `));
}

// What stands between single quotes means nothing to a shell.
const withoutQuoted = (command: string): string => command.replace(/'[^']*'/g, '');

function commandIn(input: string): string {
  const { command, cmd } = fieldsOf(JSON.parse(input));
  return (textOf(command) || textOf(cmd)).trim();
}
