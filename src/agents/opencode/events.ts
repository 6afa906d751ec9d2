import type { AgentFact } from '../../domain/agent/fact.ts';
import { countOf, type Fields, fieldsOf, textOf } from '../loose.ts';
import { resetOf } from '../stream-limit.ts';
import { problemOfStatus } from '../stream-problem.ts';
import { summariseTool } from '../tool-summary.ts';
import { TOOL_TEXT_CHARS } from '../tool-text.ts';
import { conversationIdOf, endedBadly, endedWell } from '../turn-ends.ts';

type Facts = readonly AgentFact[];

const NOTHING: Facts = [];

// After these it goes on by itself; after any other its turn is over, well or cut short.
const GOES_ON: ReadonlySet<string> = new Set(['tool-calls', 'unknown']);
const CUT_SHORT: ReadonlySet<string> = new Set(['length', 'content-filter', 'error']);

/** What one event of `opencode run --format=json` means. */
export function factsOfOpencode(event: Fields): Facts {
  const type = textOf(event.type);
  const part = fieldsOf(event.part);
  switch (type) {
    case 'step_start':
      return [began(event)];
    case 'text': {
      const text = textOf(part.text);
      return text === '' ? NOTHING : [{ kind: 'said', text, asResult: 'whole' }];
    }
    case 'reasoning': {
      const text = textOf(part.text);
      return text === '' ? NOTHING : [{ kind: 'thought', text }];
    }
    case 'tool_use':
      return factsOfTool(part);
    case 'step_finish':
      return factsOfStep(part);
    case 'error':
      return [began(event), ...factsOfError(event)];
    default:
      return [{ kind: 'unknown', type }];
  }
}

const began = ({ sessionID }: Fields): AgentFact => ({
  kind: 'began',
  conversationId: conversationIdOf(sessionID),
  model: null,
});

function factsOfTool(part: Fields): Facts {
  const state = fieldsOf(part.state);
  const text = (textOf(state.output) || textOf(state.error)).slice(0, TOOL_TEXT_CHARS);
  return [
    {
      kind: 'tool-started',
      name: textOf(part.tool),
      summary: summariseTool(inputOf(state.input)),
      input: state.input,
    },
    { kind: 'tool-ended', ok: state.status === 'completed', text },
  ];
}

const inputOf = (input: unknown): Fields => {
  const fields = fieldsOf(input);
  return fields.filePath === undefined ? fields : { file_path: fields.filePath, ...fields };
};

function factsOfStep(part: Fields): Facts {
  const reason = textOf(part.reason);
  const { input, output, reasoning, cache } = fieldsOf(part.tokens);
  const { read, write } = fieldsOf(cache);
  const tokens = {
    inputTokens: countOf(input) + countOf(read) + countOf(write),
    outputTokens: countOf(output) + countOf(reasoning),
  };
  const costUsd = countOf(part.cost);
  if (GOES_ON.has(reason)) return [{ kind: 'spent', ...tokens, costUsd }];
  const spent = { ...tokens, turnCostUsd: costUsd };
  if (!CUT_SHORT.has(reason)) return [endedWell(spent)];
  return [endedBadly({ text: `the model was cut short: ${reason}`, problem: 'invalid-request', spent })];
}

function factsOfError(event: Fields): Facts {
  const error = fieldsOf(event.error);
  const about = fieldsOf(error.data);
  const text = textOf(about.message) || textOf(error.name) || 'the turn failed';
  const wait = { timestamp: event.timestamp, retry_after: fieldsOf(about.responseHeaders)['retry-after'] };
  return [endedBadly({ text, problem: problemOfOpencode(error), resetAt: resetOf(wait, text) })];
}

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['ProviderAuthError', 'authentication'],
  ['MessageAbortedError', 'aborted'],
  ['MessageOutputLengthError', 'invalid-request'],
  ['ContextOverflowError', 'invalid-request'],
  ['APIError', 'network'],
]);

/** Why a turn of opencode failed, in our words. A request that got no answer has no status. */
function problemOfOpencode(error: Fields): string {
  const about = fieldsOf(error.data);
  const isUnreachable = /unable to connect|ECONN|ENOTFOUND|fetch failed/i.test(textOf(about.message));
  return (
    problemOfStatus(about.statusCode) ??
    BY_NAME.get(textOf(error.name)) ??
    (isUnreachable ? 'network' : 'unknown')
  );
}
