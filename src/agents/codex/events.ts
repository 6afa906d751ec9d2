import type { AgentFact } from '../../domain/agent/fact.ts';
import { apiErrorIn } from '../api-error.ts';
import { countOf, type Fields, fieldsOf, listOf, textOf } from '../loose.ts';
import { problemOfErrorType, problemOfStatus } from '../stream-problem.ts';
import { summariseTool } from '../tool-summary.ts';
import { TOOL_TEXT_CHARS } from '../tool-text.ts';
import { conversationIdOf, endedBadly, endedWell } from '../turn-ends.ts';

type Facts = readonly AgentFact[];

const NOTHING: Facts = [];

// What it does with tools; what it only thinks, plans or warns of; and what it says.
const TOOLS: ReadonlySet<string> = new Set([
  'command_execution',
  'file_change',
  'mcp_tool_call',
  'collab_tool_call',
  'web_search',
]);
const SILENT_ITEMS: ReadonlySet<string> = new Set(['todo_list', 'error']);

/** What one event of `codex exec --json` means. */
export function factsOfCodex(event: Fields): Facts {
  const type = textOf(event.type);
  switch (type) {
    case 'thread.started':
      return [{ kind: 'began', conversationId: conversationIdOf(event.thread_id), model: null }];
    case 'turn.started':
    case 'item.updated':
      return NOTHING;
    case 'item.started':
      return factsOfItem(fieldsOf(event.item), toolStarted);
    case 'item.completed':
      return factsOfItem(fieldsOf(event.item), toolEnded);
    case 'turn.completed':
      return [endedWell(spentOf(fieldsOf(event.usage)))];
    case 'turn.failed':
      return [endedBadly(failureOfCodex(textOf(fieldsOf(event.error).message) || 'the turn failed'))];
    // It connects again, for ever if need be, or waits for the hours that a limit lasts; a failure for good
    // comes as the end of the turn.
    case 'error':
      return [{ kind: 'stalled', ...failureOfCodex(textOf(event.message)) }];
    default:
      return [{ kind: 'unknown', type }];
  }
}

function factsOfItem(item: Fields, toolFact: (item: Fields) => AgentFact): Facts {
  const type = textOf(item.type);
  if (TOOLS.has(type)) return [toolFact(item)];
  if (SILENT_ITEMS.has(type)) return NOTHING;
  if (type === 'reasoning') return thoughtOf(textOf(item.text));
  if (type !== 'agent_message') return [{ kind: 'unknown', type: `item/${type}` }];
  const text = textOf(item.text);
  return text === '' ? NOTHING : [{ kind: 'said', text, asResult: 'whole' }];
}

const thoughtOf = (text: string): Facts => (text === '' ? NOTHING : [{ kind: 'thought', text }]);

const toolStarted = (item: Fields): AgentFact => ({
  kind: 'tool-started',
  name: textOf(item.tool) || textOf(item.type),
  summary: item.type === 'file_change' ? changesOf(item) : summariseTool(item.arguments ?? item),
  input: item.arguments ?? item.changes ?? item.command,
});

const toolEnded = (item: Fields): AgentFact => ({
  kind: 'tool-ended',
  ok: item.status === undefined || item.status === 'completed',
  text: (textOf(item.aggregated_output) || textOf(fieldsOf(item.error).message)).slice(0, TOOL_TEXT_CHARS),
});

const changesOf = ({ changes }: Fields): string =>
  summariseTool(
    listOf(changes)
      .map(fieldsOf)
      .map(({ kind, path }) => `${textOf(kind)} ${textOf(path)}`)
      .join(', '),
  );

// Of a resumed thread these are the tokens of all its turns.
const spentOf = (usage: Fields) => ({
  inputTokens: countOf(usage.input_tokens),
  outputTokens: countOf(usage.output_tokens),
  countsConversation: true,
});

const READ_CHARS = 2_000;

// A failed turn has nothing but a sentence; the first that fits counts.
const BY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/usage limit|rate limit|too many requests/i, 'rate-limit'],
  [/quota exceeded|billing/i, 'billing'],
  [/high demand|at capacity|overloaded/i, 'overloaded'],
  [/not logged in|log ?in again|refresh token|unauthorized|missing environment variable/i, 'authentication'],
  [/stream disconnected|error sending request|connection|timed out|network/i, 'network'],
  [/context window|invalid.request/i, 'invalid-request'],
];

type Failure = Readonly<{ text: string; problem: string }>;

/** Why a turn of Codex failed, in our words. What the API said comes as it is, or within a sentence. */
function failureOfCodex(message: string): Failure {
  const api = apiErrorIn(message);
  if (api !== null && api.type !== '') return { text: api.message, problem: problemOfErrorType(api.type) };
  const words = message.slice(0, READ_CHARS);
  const [, status] = /\bstatus:? (\d{3})\b/i.exec(words) ?? [];
  const known = status === undefined ? undefined : problemOfStatus(Number(status));
  const problem = known ?? BY_WORDS.find(([fitting]) => fitting.test(words))?.[1] ?? 'unknown';
  return { text: message, problem };
}
