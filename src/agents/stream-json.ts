import type { AgentFact } from '../domain/agent/fact.ts';
import { countOf, type Fields, fieldsOf, jsonOf, listOf, textOf, textOrNull } from './loose.ts';
import { isRejected, resetOf } from './stream-limit.ts';
import { problemOfErrorType, problemOfResult } from './stream-problem.ts';
import { askedFact } from './tool-request.ts';
import { summariseTool } from './tool-summary.ts';

type Facts = readonly AgentFact[];

const NOTHING: Facts = [];
const SHOWN_OF_BROKEN_CHARS = 80;
const TOOL_TEXT_CHARS = 4_000;

// Known and without meaning for a session. `stream_event` repeats in pieces what `assistant` says whole.
const SILENT_TYPES: ReadonlySet<string> = new Set([
  'stream_event',
  'command_lifecycle',
  'keep_alive',
  'tool_progress',
  'tool_use_summary',
  'auth_status',
  'prompt_suggestion',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'ping',
]);

// `task_…` tell of one task each; `background_tasks_changed` comes with them and tells of all.
const SILENT_SUBTYPES: ReadonlySet<string> = new Set([
  'status',
  'api_retry',
  'hook_started',
  'hook_progress',
  'permission_denied',
  'model_fallback',
  'model_refusal_no_fallback',
  'informational',
  'notification',
  'compact_boundary',
  'session_state_changed',
  'turn_duration',
  'task_started',
  'task_progress',
  'task_updated',
  'task_notification',
]);

/** What one line of Claude Code's stream-json means, in any version that we know. Never throws. */
export const parseStreamJson = (line: string): Facts => parseEventLine(line, factsOfEvent);

/** Reads one line of JSON and asks what it means. */
export function parseEventLine(line: string, factsOf: (event: Fields) => Facts): Facts {
  if (line.trim() === '') return NOTHING;
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch {
    return [{ kind: 'broken', problem: `not JSON: ${line.slice(0, SHOWN_OF_BROKEN_CHARS)}` }];
  }
  if (typeof event !== 'object' || event === null || Array.isArray(event)) {
    return [{ kind: 'broken', problem: `not an event: ${line.slice(0, SHOWN_OF_BROKEN_CHARS)}` }];
  }
  return factsOf(event as Fields);
}

export function factsOfEvent(event: Fields): Facts {
  const type = textOf(event.type);
  switch (type) {
    case 'system':
      return factsOfSystem(event);
    case 'assistant':
      return factsOfAssistant(event);
    case 'user':
      return factsOfUser(event);
    case 'result':
      return factsOfResult(event);
    case 'control_request':
      return factsOfRequest(event);
    case 'control_response':
      return factsOfResponse(event);
    case 'control_cancel_request':
      return [{ kind: 'request-withdrawn', requestId: textOf(event.request_id) }];
    case 'rate_limit_event':
      return isRejected(event) ? [limited(event, 'the usage limit is reached')] : NOTHING;
    // The raw events of the Messages API, which stand-ins for the CLI write at top level.
    case 'message_start':
      return [{ kind: 'began', conversationId: null, model: textOrNull(fieldsOf(event.message).model) }];
    case 'message_stop':
      return [{ kind: 'said', text: '' }];
    case 'tool_use':
      return [toolStarted(event)];
    case 'tool_result':
      return [toolEnded(event)];
    case 'error':
      return factsOfError(event);
    default:
      return SILENT_TYPES.has(type) ? NOTHING : [{ kind: 'unknown', type }];
  }
}

function factsOfSystem(event: Fields): Facts {
  const subtype = textOf(event.subtype);
  switch (subtype) {
    case 'init':
      return [
        { kind: 'began', conversationId: textOrNull(event.session_id), model: textOrNull(event.model) },
      ];
    case 'background_tasks_changed':
      return [{ kind: 'background', running: listOf(event.tasks).length }];
    case 'hook_response':
      return isBlocked(event) ? [hookBlocked(event)] : NOTHING;
    default:
      return SILENT_SUBTYPES.has(subtype) ? NOTHING : [{ kind: 'unknown', type: `system/${subtype}` }];
  }
}

function factsOfAssistant(event: Fields): Facts {
  const { content } = fieldsOf(event.message);
  if (event.error === 'rate_limit' || event.api_error_status === 429) {
    return [limited(event, contentText(content) || 'rate limit')];
  }
  if (typeof content === 'string') return content === '' ? NOTHING : [{ kind: 'said', text: content }];
  return listOf(content).flatMap((block) => factsOfBlock(fieldsOf(block)));
}

function factsOfBlock(block: Fields): Facts {
  if (block.type === 'tool_use') return [toolStarted(block)];
  const text = block.type === 'text' ? textOf(block.text) : '';
  return text === '' ? NOTHING : [{ kind: 'said', text }];
}

function factsOfUser(event: Fields): Facts {
  if (event.isReplay === true) {
    const turnId = textOf(event.uuid);
    return turnId === '' ? NOTHING : [{ kind: 'saw-turn', turnId }];
  }
  return listOf(fieldsOf(event.message).content)
    .map(fieldsOf)
    .filter((block) => block.type === 'tool_result')
    .map(toolEnded);
}

const MISSING = 'No conversation found';

function factsOfResult(event: Fields): Facts {
  const ok = event.is_error === false;
  const usage = fieldsOf(event.usage);
  const text = textOf(event.result) || listOf(event.errors).map(textOf).join('; ');
  // Its process leaves before it has said anything of its own, and that is how it is known.
  if (!ok && event.result === undefined && text.startsWith(MISSING)) return NOTHING;
  const problem = ok ? null : problemOfResult(event);
  const ended: AgentFact = {
    kind: 'turn-ended',
    ok,
    text,
    problem,
    inputTokens:
      countOf(usage.input_tokens) +
      countOf(usage.cache_creation_input_tokens) +
      countOf(usage.cache_read_input_tokens),
    outputTokens: countOf(usage.output_tokens),
    processCostUsd: typeof event.total_cost_usd === 'number' ? countOf(event.total_cost_usd) : null,
    ...turnCostOf(event.model_usage_since_last_result),
    ...(event.structured_output === undefined ? {} : { structured: jsonOf(event.structured_output) }),
  };
  return problem === 'rate-limit' ? [limited(event, text || 'rate limit'), ended] : [ended];
}

// Versions that count a resumed conversation's cost into the total also tell what came since the last result.
function turnCostOf(usage: unknown): { turnCostUsd?: number } {
  if (typeof usage !== 'object' || usage === null) return {};
  const costs = Object.values(usage).map((model) => countOf(fieldsOf(model).costUSD));
  return { turnCostUsd: costs.reduce((sum, cost) => sum + cost, 0) };
}

function factsOfRequest(event: Fields): Facts {
  const request = fieldsOf(event.request);
  const requestId = textOf(event.request_id);
  if (request.subtype !== 'can_use_tool' || requestId === '') {
    return [{ kind: 'unknown', type: `control_request/${textOf(request.subtype)}` }];
  }
  return [askedFact({ requestId, tool: textOf(request.tool_name), input: request.input })];
}

// With --replay-user-messages the CLI repeats our answers; to an interrupt it answers itself.
function factsOfResponse(event: Fields): Facts {
  const requestId = textOf(fieldsOf(event.response).request_id);
  return requestId === '' ? NOTHING : [{ kind: 'saw-answer', requestId }];
}

function factsOfError(event: Fields): Facts {
  const about = fieldsOf(event.error);
  const text = textOf(about.message) || textOf(event.error) || 'unknown error';
  const problem = problemOfErrorType(about.type);
  const ended: AgentFact = {
    kind: 'turn-ended',
    ok: false,
    text,
    problem,
    inputTokens: 0,
    outputTokens: 0,
    processCostUsd: null,
  };
  return problem === 'rate-limit' ? [limited(event, text), ended] : [ended];
}

const limited = (event: Fields, text: string): AgentFact => ({
  kind: 'limited',
  resetAt: resetOf(event, text),
  text,
});

const toolStarted = (block: Fields): AgentFact => ({
  kind: 'tool-started',
  name: textOf(block.name),
  summary: summariseTool(block.input),
});

const toolEnded = (block: Fields): AgentFact => ({
  kind: 'tool-ended',
  ok: block.is_error !== true,
  text: contentText(block.content).slice(0, TOOL_TEXT_CHARS),
});

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((block) => textOf(fieldsOf(block).text))
    .filter((text) => text !== '')
    .join('\n');
}

const hookBlocked = (event: Fields): AgentFact => ({
  kind: 'hook-blocked',
  hook: textOf(event.hook_name) || textOf(event.hook_event),
  text: (textOf(event.stderr) || textOf(event.stdout) || textOf(event.output)).trim(),
});

// A hook says no by exit code 2, or by what it prints.
function isBlocked(event: Fields): boolean {
  if (event.outcome === 'blocked' || event.outcome === 'blocking' || event.exit_code === 2) return true;
  const printed = textOf(event.stdout);
  if (!/"(deny|block)"/.test(printed)) return false;
  try {
    const said = fieldsOf(JSON.parse(printed));
    return said.decision === 'block' || fieldsOf(said.hookSpecificOutput).permissionDecision === 'deny';
  } catch {
    return false;
  }
}
