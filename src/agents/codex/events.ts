import type { AgentFact } from '../../domain/agent/fact.ts';
import { countOf, type Fields, fieldsOf, listOf, textOf } from '../loose.ts';
import { summariseTool } from '../tool-summary.ts';
import { conversationIdOf, endedBadly, endedWell } from '../turn-ends.ts';
import { failureOfCodex } from './problem.ts';

type Facts = readonly AgentFact[];

const NOTHING: Facts = [];
const TOOL_TEXT_CHARS = 4_000;

// What it does with tools; what it only thinks, plans or warns of; and what it says.
const TOOLS: ReadonlySet<string> = new Set([
  'command_execution',
  'file_change',
  'mcp_tool_call',
  'collab_tool_call',
  'web_search',
]);
const SILENT_ITEMS: ReadonlySet<string> = new Set(['reasoning', 'todo_list', 'error']);

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
      return endedBadly(failureOfCodex(textOf(fieldsOf(event.error).message) || 'the turn failed'));
    // It connects again, for ever if need be; a failure for good comes as the end of the turn.
    case 'error':
      return [{ kind: 'stalled', text: textOf(event.message) }];
    default:
      return [{ kind: 'unknown', type }];
  }
}

function factsOfItem(item: Fields, toolFact: (item: Fields) => AgentFact): Facts {
  const type = textOf(item.type);
  if (TOOLS.has(type)) return [toolFact(item)];
  if (SILENT_ITEMS.has(type)) return NOTHING;
  if (type !== 'agent_message') return [{ kind: 'unknown', type: `item/${type}` }];
  const text = textOf(item.text);
  return text === '' ? NOTHING : [{ kind: 'said', text, asResult: 'whole' }];
}

const toolStarted = (item: Fields): AgentFact => ({
  kind: 'tool-started',
  name: textOf(item.tool) || textOf(item.type),
  summary: item.type === 'file_change' ? changesOf(item) : summariseTool(item.arguments ?? item),
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
