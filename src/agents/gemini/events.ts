import type { AgentFact } from '../../domain/agent/fact.ts';
import { countOf, type Fields, fieldsOf, textOf, textOrNull } from '../loose.ts';
import { summariseTool } from '../tool-summary.ts';
import { TOOL_TEXT_CHARS } from '../tool-text.ts';
import { conversationIdOf, endedBadly, endedWell } from '../turn-ends.ts';
import { failureOfGemini } from './problem.ts';

type Facts = readonly AgentFact[];

const NOTHING: Facts = [];
const NO_COMMAND = /command result that is not supported in non-interactive mode/;

/** What one event of `gemini --output-format=stream-json` means. */
export function factsOfGemini(event: Fields): Facts {
  const type = textOf(event.type);
  switch (type) {
    case 'init':
      return [
        {
          kind: 'began',
          conversationId: conversationIdOf(event.session_id),
          model: textOrNull(event.model),
        },
      ];
    case 'message':
      return factsOfMessage(event);
    case 'tool_use':
      return [
        {
          kind: 'tool-started',
          name: textOf(event.tool_name),
          summary: summariseTool(event.parameters),
          input: event.parameters,
        },
      ];
    case 'tool_result':
      return [toolEnded(event)];
    case 'result':
      return factsOfResult(event);
    // A warning; what it cannot go on from is told by the result.
    case 'error':
      return NOTHING;
    default:
      return [{ kind: 'unknown', type }];
  }
}

// It repeats the prompt, and says its own words in pieces.
function factsOfMessage({ role, content, delta }: Fields): Facts {
  const text = textOf(content);
  if (role !== 'assistant' || text === '') return NOTHING;
  return [{ kind: 'said', text, asResult: delta === true ? 'part' : 'whole' }];
}

// A shell command that fails is a success to it.
const toolEnded = (event: Fields): AgentFact => ({
  kind: 'tool-ended',
  ok: event.status === 'success',
  text: (textOf(event.output) || textOf(fieldsOf(event.error).message)).slice(0, TOOL_TEXT_CHARS),
});

function factsOfResult(event: Fields): Facts {
  const stats = fieldsOf(event.stats);
  const spent = { inputTokens: countOf(stats.input_tokens), outputTokens: countOf(stats.output_tokens) };
  if (event.status === 'success') return [endedWell(spent)];
  const { type, message } = fieldsOf(event.error);
  // Its own answer to a command such as /exit, and no failure of the work before it.
  if (NO_COMMAND.test(textOf(message))) return [endedWell({ ...spent, text: textOf(message) })];
  const failure = failureOfGemini(textOf(type), textOf(message) || 'the turn failed');
  return [endedBadly({ ...failure, spent })];
}
