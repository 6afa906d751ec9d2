/** The lines that Claude Code writes, as far as a rehearsal needs them. */

export type Speaker = Readonly<{ conversationId: string; model: string; workDir: string }>;

export type Ending = Readonly<{
  subtype: 'success' | 'error_during_execution' | 'error_max_budget_usd';
  isError: boolean;
  text: string;
  /** What the CLI calls `terminal_reason`. */
  reason: string | null;
  apiErrorStatus?: number;
  /** The model had finished, error or not. */
  isFinished?: boolean;
}>;

export type Tally = Readonly<{
  messages: number;
  durationMs: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  resultIndex: number;
  queued: number;
}>;

export const initEvent = ({ conversationId, model, workDir }: Speaker): object => ({
  type: 'system',
  subtype: 'init',
  cwd: workDir,
  session_id: conversationId,
  tools: ['Bash', 'Write'],
  mcp_servers: [],
  model,
  permissionMode: 'default',
  apiKeySource: 'none',
  uuid: freshId(),
});

export const replayEvent = (by: Speaker, turnId: string, message: unknown): object => ({
  type: 'user',
  message,
  ...common(by),
  uuid: turnId,
  isReplay: true,
});

export const textEvent = (by: Speaker, text: string): object => assistantEvent(by, { type: 'text', text });

export const toolUseEvent = (by: Speaker, tool: { id: string; name: string; input: object }): object =>
  assistantEvent(by, { type: 'tool_use', ...tool });

export const toolResultEvent = (by: Speaker, id: string, ended: { ok: boolean; text: string }): object =>
  userEvent(by, { tool_use_id: id, type: 'tool_result', content: ended.text, is_error: !ended.ok });

export const interruptedEvent = (by: Speaker): object =>
  userEvent(by, { type: 'text', text: '[Request interrupted by user]' });

/** Tells that requests are rejected until a moment, in whole seconds as the CLI does. */
export const limitEvent = (by: Speaker, resetsAt: number): object => ({
  type: 'rate_limit_event',
  rate_limit_info: { status: 'rejected', resetsAt, rateLimitType: 'five_hour', isUsingOverage: false },
  session_id: by.conversationId,
  uuid: freshId(),
});

type ApiError = Readonly<{ error: string; api_error_status: number; api_error_type: string }>;

export const RATE_LIMIT: ApiError = {
  error: 'rate_limit',
  api_error_status: 429,
  api_error_type: 'rate_limit_error',
};
export const AUTHENTICATION: ApiError = {
  error: 'authentication_failed',
  api_error_status: 401,
  api_error_type: 'authentication_error',
};

/** A request that the API refused shows as a message that no model wrote. */
export const refusedEvent = (by: Speaker, text: string, refusal: ApiError): object => ({
  ...assistantEvent({ ...by, model: '<synthetic>' }, { type: 'text', text }),
  ...refusal,
  is_api_error_message: true,
});

export const controlResponse = (requestId: string): object => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: requestId, response: {} },
});

export const resultEvent = (by: Speaker, ending: Ending, tally: Tally): object => ({
  type: 'result',
  subtype: ending.subtype,
  is_error: ending.isError,
  api_error_status: ending.apiErrorStatus ?? null,
  duration_ms: tally.durationMs,
  duration_api_ms: 0,
  num_turns: tally.messages,
  ...(ending.subtype === 'success' ? { result: ending.text } : { errors: [ending.text] }),
  stop_reason: ending.isError && !ending.isFinished ? null : 'end_turn',
  session_id: by.conversationId,
  total_cost_usd: tally.costUsd,
  usage: {
    input_tokens: tally.inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: tally.outputTokens,
  },
  modelUsage: {},
  permission_denials: [],
  ...(ending.reason === null ? {} : { terminal_reason: ending.reason }),
  uuid: freshId(),
  queued_turn_count: tally.queued,
  result_index: tally.resultIndex,
});

function assistantEvent(by: Speaker, block: object): object {
  const message = {
    id: `msg_${freshId().replaceAll('-', '')}`,
    type: 'message',
    role: 'assistant',
    model: by.model,
    content: [block],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 1 },
  };
  return { type: 'assistant', message, ...common(by) };
}

const userEvent = (by: Speaker, block: object): object => ({
  type: 'user',
  message: { role: 'user', content: [block] },
  ...common(by),
});

const common = ({ conversationId }: Speaker): object => ({
  parent_tool_use_id: null,
  session_id: conversationId,
  uuid: freshId(),
  timestamp: new Date().toISOString(),
});

/** Unique enough to tell events apart, without the start-up cost of real randomness. */
export function freshId(): string {
  const hex = (digits: number): string =>
    Math.floor(Math.random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
}
