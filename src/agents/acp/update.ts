import type { AgentFact } from '../../domain/agent/fact.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../loose.ts';
import { problemOfStatus } from '../stream-problem.ts';
import { type Heard, isGemini, metaOf } from './heard.ts';
import { outputOf, toolOf } from './tool.ts';
import { costIn } from './usage.ts';

/** What was heard, and what its last piece means. */
export type Reading = Readonly<{ heard: Heard; facts: readonly AgentFact[] }>;

/** Known, and without meaning for a session. */
const SILENT: ReadonlySet<string> = new Set([
  'user_message_chunk',
  'current_mode_update',
  'config_option_update',
]);

// One agent confirms a change of its mode in this way, among its words.
const MODE_NOTICE = '[MODE_UPDATE]';

/** What one `session/update` means. */
export function readUpdate(heard: Heard, update: Fields): Reading {
  const nothing = { heard, facts: [] };
  const kind = textOf(update.sessionUpdate);
  if (heard.phase !== 'open') return readReplay(heard, update, kind);
  switch (kind) {
    case 'agent_message_chunk':
      return { heard, facts: wordsOf(update) };
    case 'agent_thought_chunk':
      return { heard, facts: thoughtsOf(update) };
    case 'tool_call':
      return readToolCall(heard, update);
    case 'tool_call_update':
      return readToolUpdate(heard, update);
    case 'plan':
      return { heard, facts: planFacts(update) };
    case 'usage_update':
      return { heard: { ...heard, costUsd: costIn(update) ?? heard.costUsd }, facts: [] };
    case 'session_info_update':
      return { heard, facts: stallFacts(update) };
    case 'available_commands_update':
      return nothing;
    default:
      return SILENT.has(kind) ? nothing : { heard, facts: [{ kind: 'unknown', type: kind }] };
  }
}

// An old conversation is repeated as if it were live. One agent goes on with that after its answer, and
// closes with its commands.
function readReplay(heard: Heard, update: Fields, kind: string): Reading {
  const isOver = heard.phase === 'replaying' && kind === 'available_commands_update' && isGemini(heard);
  const costUsd = costIn(update) ?? heard.costUsd;
  return { heard: { ...heard, costUsd, ...(isOver ? { phase: 'open' as const } : {}) }, facts: [] };
}

function wordsOf(update: Fields): readonly AgentFact[] {
  const text = textOf(fieldsOf(update.content).text);
  if (text === '' || text.startsWith(MODE_NOTICE)) return [];
  return [{ kind: 'said', text, asResult: 'part' }];
}

function thoughtsOf(update: Fields): readonly AgentFact[] {
  const text = textOf(fieldsOf(update.content).text);
  return text === '' ? [] : [{ kind: 'thought', text, isPart: true }];
}

function readToolCall(heard: Heard, update: Fields): Reading {
  const id = textOf(update.toolCallId);
  const isKnown = Object.hasOwn(heard.tools, id);
  const tool = toolOf(update, heard.tools[id]);
  const open = { ...heard, tools: { ...heard.tools, [id]: tool } };
  const { name, summary } = tool;
  const started: AgentFact = { kind: 'tool-started', name, summary, input: update.rawInput };
  const over = isFinal(update) ? endTool(open, id, update) : { heard: open, facts: [] };
  return { heard: over.heard, facts: [...(isKnown ? [] : [started]), ...over.facts] };
}

function readToolUpdate(heard: Heard, update: Fields): Reading {
  const id = textOf(update.toolCallId);
  if (!Object.hasOwn(heard.tools, id)) {
    // Its first word may be its last.
    return isFinal(update) ? readToolCall(heard, update) : { heard, facts: [] };
  }
  if (isFinal(update)) return endTool(heard, id, update);
  const tools = { ...heard.tools, [id]: toolOf(update, heard.tools[id]) };
  return { heard: { ...heard, tools }, facts: [] };
}

const isFinal = ({ status }: Fields): boolean => status === 'completed' || status === 'failed';

function endTool(heard: Heard, id: string, update: Fields): Reading {
  const { [id]: _, ...tools } = heard.tools;
  const ended: AgentFact = { kind: 'tool-ended', ok: update.status === 'completed', text: outputOf(update) };
  const openRequests = heard.openRequests.filter(({ toolId }) => toolId !== id);
  return { heard: { ...heard, tools, openRequests }, facts: [ended] };
}

const MARKS: Readonly<Record<string, string>> = { completed: 'x', in_progress: '~' };

function planFacts(update: Fields): readonly AgentFact[] {
  const entries = listOf(update.entries).map(fieldsOf);
  if (entries.length === 0) return [];
  const lines = entries.map(
    ({ content, status }) => `- [${MARKS[textOf(status)] ?? ' '}] ${textOf(content)}`,
  );
  return [{ kind: 'said', text: ['Plan:', ...lines].join('\n') }];
}

const problemOfRetry = (error: Fields): string | null =>
  problemOfStatus(fieldsOf(error.codexErrorInfo).httpStatusCode) ?? null;

// Codex tells of each try to reach its API.
function stallFacts(update: Fields): readonly AgentFact[] {
  const error = fieldsOf(metaOf(update, 'codex').error);
  return error.willRetry === true
    ? [{ kind: 'stalled', text: textOf(error.message), problem: problemOfRetry(error) }]
    : [];
}
