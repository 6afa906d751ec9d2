import type { AgentFact } from '../../domain/agent/fact.ts';
import { leftAtStop } from '../background.ts';
import { countOf, type Fields, fieldsOf, jsonOf, textOf, textOrNull } from '../loose.ts';
import { problemOfErrorType } from '../stream-problem.ts';
import { askedFact } from '../tool-request.ts';
import { summariseTool } from '../tool-summary.ts';
import { TOOL_TEXT_CHARS } from '../tool-text.ts';
import { grantOf } from './session-grant.ts';

type Facts = readonly AgentFact[];

const NOTHING: Facts = [];

/** True for a line that one of our hooks wrote. */
export const isHookLine = (event: Fields): boolean =>
  typeof event.hook_event_name === 'string' ||
  event.swarm_request !== undefined ||
  event.swarm_status !== undefined;

/** The payload of a hook as facts. */
export function factsOfHook(event: Fields): Facts {
  if (event.swarm_request !== undefined) return factsOfPermission(event);
  if (event.swarm_status !== undefined) return factsOfStatus(fieldsOf(event.swarm_status));
  const name = textOf(event.hook_event_name);
  switch (name) {
    case 'SessionStart':
      return [
        { kind: 'began', conversationId: textOrNull(event.session_id), model: textOrNull(event.model) },
      ];
    case 'UserPromptSubmit':
      return [{ kind: 'saw-prompt', text: textOf(event.prompt), promptId: textOrNull(event.prompt_id) }];
    case 'PreToolUse':
      return [
        {
          kind: 'tool-started',
          name: textOf(event.tool_name),
          summary: summariseTool(event.tool_input),
          input: event.tool_input,
        },
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

function factsOfStatus({ cost }: Fields): Facts {
  const { total_cost_usd: total } = fieldsOf(cost);
  return typeof total === 'number' ? [{ kind: 'told-cost', totalUsd: countOf(total) }] : NOTHING;
}

function factsOfPermission(event: Fields): Facts {
  const asked = fieldsOf(event.hook);
  const requestId = textOf(event.swarm_request);
  return [
    askedFact({
      requestId,
      tool: textOf(asked.tool_name),
      input: asked.tool_input,
      grant: grantOf(asked.permission_suggestions),
    }),
  ];
}

// The tool has run, so its permission request was answered, here or on the screen.
const settled = (event: Fields): Facts => [
  { kind: 'request-settled', tool: textOf(event.tool_name), input: jsonOf(fieldsOf(event.tool_input)) },
];

function factsOfStop(event: Fields): Facts {
  const text = textOf(event.last_assistant_message);
  return [
    leftAtStop(event),
    ...(text === '' ? [] : [{ kind: 'said', text } as const]),
    ended({ ok: true, text, problem: null, promptId: textOrNull(event.prompt_id) }),
  ];
}

function factsOfFailure(event: Fields): Facts {
  const text = textOf(event.last_assistant_message) || 'the request failed';
  const problem = problemOfErrorType(event.error);
  return [ended({ ok: false, text, problem, promptId: textOrNull(event.prompt_id) })];
}

type TurnEndFact = Extract<AgentFact, { kind: 'turn-ended' }>;

const ended = (said: Pick<TurnEndFact, 'ok' | 'text' | 'problem' | 'promptId'>): TurnEndFact => ({
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
