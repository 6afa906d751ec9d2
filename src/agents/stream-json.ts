import type { AgentFact } from '../domain/agent/fact.ts';
import { taskEnded, taskStarted, tasksChanged, wakeUpScheduled, wokenUp } from './background.ts';
import { grantOf } from './claude/session-grant.ts';
import { countOf, type Fields, fieldsOf, jsonOf, listOf, textOf, textOrNull } from './loose.ts';
import { isRejected, resetOf } from './stream-limit.ts';
import { problemOfErrorType, problemOfResult, problemOfStatus } from './stream-problem.ts';
import { tokensOfResult, turnCostOf, usingOf } from './stream-usage.ts';
import { askedFact } from './tool-request.ts';
import { summariseTool } from './tool-summary.ts';
import { TOOL_TEXT_CHARS } from './tool-text.ts';

type Facts = readonly AgentFact[];

const NOTHING: Facts = [];
const SHOWN_OF_BROKEN_CHARS = 80;

// Known and without meaning for a session. `stream_event` repeats in pieces what `assistant` says whole.
const SILENT_TYPES: ReadonlySet<string> = new Set([
  'stream_event',
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

const OVER: ReadonlySet<string> = new Set(['completed', 'failed', 'killed', 'stopped']);

const SILENT_SUBTYPES: ReadonlySet<string> = new Set([
  'status',
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
  'task_progress',
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
    case 'command_lifecycle':
      return wokenUp(event);
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
      return tasksChanged(event);
    case 'task_started':
      return taskStarted(event);
    case 'task_updated':
      return OVER.has(textOf(fieldsOf(event.patch).status)) ? taskEnded(event) : NOTHING;
    case 'task_notification':
      return taskEnded(event);
    case 'api_retry':
      return [retrying(event)];
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
  // The CLI speaks for itself here; the end of the turn says the same and what it means.
  if (textOf(event.error) !== '') return NOTHING;
  const used = usingOf(fieldsOf(event.message));
  if (typeof content === 'string') return content === '' ? used : [...used, said(content)];
  return [...used, ...listOf(content).flatMap((block) => factsOfBlock(fieldsOf(block)))];
}

function factsOfBlock(block: Fields): Facts {
  if (block.type === 'tool_use') return [toolStarted(block)];
  if (block.type === 'thinking') return thoughtOf(textOf(block.thinking));
  const text = block.type === 'text' ? textOf(block.text) : '';
  return text === '' ? NOTHING : [said(text)];
}

// A model may keep its thoughts to itself and tell only that it had some.
const thoughtOf = (text: string): Facts => (text === '' ? NOTHING : [{ kind: 'thought', text }]);

// Kept, because a turn that ends beyond its budget does not repeat its last words.
const said = (text: string): AgentFact => ({ kind: 'said', text, asResult: 'whole' });

function factsOfUser(event: Fields): Facts {
  if (event.isReplay === true) {
    const turnId = textOf(event.uuid);
    return turnId === '' ? NOTHING : [{ kind: 'saw-turn', turnId }];
  }
  const blocks = listOf(fieldsOf(event.message).content).map(fieldsOf);
  const ends = blocks.filter((block) => block.type === 'tool_result').map(toolEnded);
  return [...ends, ...wakeUpScheduled(event)];
}

const MISSING = 'No conversation found';

function factsOfResult(event: Fields): Facts {
  const problem = event.is_error === false ? null : problemOfResult(event);
  // The model had finished when the money was counted: what it said is the result.
  const isAnswer = problem === 'budget' && event.stop_reason === 'end_turn';
  const ok = problem === null || isAnswer;
  const text = textOf(event.result) || (isAnswer ? '' : listOf(event.errors).map(textOf).join('; '));
  // Its process leaves before it has said anything of its own, and that is how it is known.
  if (!ok && event.result === undefined && text.startsWith(MISSING)) return NOTHING;
  const ended: AgentFact = {
    kind: 'turn-ended',
    ok,
    text,
    problem,
    ...endOfLimit(event, problem, text),
    ...tokensOfResult(event),
    processCostUsd: typeof event.total_cost_usd === 'number' ? countOf(event.total_cost_usd) : null,
    ...turnCostOf(event.model_usage_since_last_result),
    ...(ok && event.num_turns === 0 ? { isOwnAnswer: true } : {}),
    ...(event.structured_output === undefined ? {} : { structured: jsonOf(event.structured_output) }),
  };
  return [ended];
}

function factsOfRequest(event: Fields): Facts {
  const request = fieldsOf(event.request);
  const requestId = textOf(event.request_id);
  if (request.subtype !== 'can_use_tool' || requestId === '') {
    return [{ kind: 'unknown', type: `control_request/${textOf(request.subtype)}` }];
  }
  return [
    askedFact({
      requestId,
      tool: textOf(request.tool_name),
      input: request.input,
      reason: textOrNull(request.decision_reason),
      grant: grantOf(request.permission_suggestions),
    }),
  ];
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
    ...endOfLimit(event, problem, text),
    inputTokens: 0,
    outputTokens: 0,
    processCostUsd: null,
  };
  return [ended];
}

const endOfLimit = (event: Fields, problem: string | null, text: string): { resetAt?: number | null } =>
  problem === 'rate-limit' ? { resetAt: resetOf(event, text) } : {};

/** "500 server_error, try 3 of 10". */
function retrying(event: Fields): AgentFact {
  const { error_status: status, attempt, max_retries: most } = event;
  const what = [typeof status === 'number' ? String(status) : '', textOf(event.error)].filter(Boolean);
  return {
    kind: 'stalled',
    text: `${what.join(' ') || 'no answer'}, try ${countOf(attempt)} of ${countOf(most)}`,
    problem: problemOfStatus(status) ?? problemOfErrorType(event.error),
  };
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
  input: block.input,
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
