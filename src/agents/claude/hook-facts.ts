import type { AgentFact } from '../../domain/agent/fact.ts';
import { type Fields, fieldsOf, jsonOf, listOf, textOf, textOrNull } from '../loose.ts';
import { problemOfErrorType } from '../stream-problem.ts';
import { askedFact } from '../tool-request.ts';
import { summariseTool } from '../tool-summary.ts';

type Facts = readonly AgentFact[];

const NOTHING: Facts = [];
const TOOL_TEXT_CHARS = 4_000;

/** True for a line that one of our hooks wrote. */
export const isHookLine = (event: Fields): boolean =>
  typeof event.hook_event_name === 'string' || event.swarm_request !== undefined;

/** The payload of a hook as facts. */
export function factsOfHook(event: Fields): Facts {
  if (event.swarm_request !== undefined) return factsOfPermission(event);
  const name = textOf(event.hook_event_name);
  switch (name) {
    case 'SessionStart':
      return [
        { kind: 'began', conversationId: textOrNull(event.session_id), model: textOrNull(event.model) },
      ];
    case 'UserPromptSubmit':
      return [{ kind: 'saw-prompt', text: textOf(event.prompt) }];
    case 'PreToolUse':
      return [
        { kind: 'tool-started', name: textOf(event.tool_name), summary: summariseTool(event.tool_input) },
      ];
    case 'PostToolUse':
      return [...settled(event), { kind: 'tool-ended', ok: true, text: responseText(event.tool_response) }];
    case 'PostToolUseFailure':
      return [...settled(event), { kind: 'tool-ended', ok: false, text: cut(textOf(event.error)) }];
    case 'Stop':
      return factsOfStop(event);
    case 'StopFailure':
      return factsOfFailure(event);
    case 'Notification':
    case 'SessionEnd':
      return NOTHING;
    default:
      return [{ kind: 'unknown', type: `hook/${name}` }];
  }
}

function factsOfPermission(event: Fields): Facts {
  const asked = fieldsOf(event.hook);
  const requestId = textOf(event.swarm_request);
  return [askedFact({ requestId, tool: textOf(asked.tool_name), input: asked.tool_input })];
}

// The tool has run, so its permission request was answered, here or on the screen.
const settled = (event: Fields): Facts => [
  { kind: 'request-settled', tool: textOf(event.tool_name), input: jsonOf(fieldsOf(event.tool_input)) },
];

function factsOfStop(event: Fields): Facts {
  const text = textOf(event.last_assistant_message);
  return [
    { kind: 'background', running: listOf(event.background_tasks).length },
    ...(text === '' ? [] : [{ kind: 'said', text } as const]),
    ended({ ok: true, text, problem: null }),
  ];
}

function factsOfFailure(event: Fields): Facts {
  const text = textOf(event.last_assistant_message) || 'the request failed';
  const problem = problemOfErrorType(event.error);
  const end = ended({ ok: false, text, problem });
  return problem === 'rate-limit' ? [{ kind: 'limited', resetAt: null, text }, end] : [end];
}

type Ended = Extract<AgentFact, { kind: 'turn-ended' }>;

const ended = (said: Pick<Ended, 'ok' | 'text' | 'problem'>): Ended => ({
  kind: 'turn-ended',
  ...said,
  inputTokens: 0,
  outputTokens: 0,
  processCostUsd: null,
});

function responseText(response: unknown): string {
  if (typeof response === 'string') return cut(response);
  const { stdout, stderr, filePath, content } = fieldsOf(response);
  return cut([stdout, stderr].map(textOf).join('') || textOf(content) || textOf(filePath));
}

const cut = (text: string): string => text.slice(0, TOOL_TEXT_CHARS);
