/** Lines of stream-json, as an agent writes them. */

const line = (event: object): string => JSON.stringify(event);

export const began = (conversationId: string): string =>
  line({ type: 'system', subtype: 'init', session_id: conversationId, model: 'simulated' });

export const echo = (turnId: string): string =>
  line({ type: 'user', isReplay: true, uuid: turnId, message: { role: 'user', content: '' } });

export const said = (text: string): string =>
  line({ type: 'assistant', message: { content: [{ type: 'text', text }] } });

export const toolStarted = (name: string): string =>
  line({ type: 'assistant', message: { content: [{ type: 'tool_use', name, input: { command: 'make' } }] } });

export const toolEnded = (text: string): string =>
  line({ type: 'user', message: { content: [{ type: 'tool_result', content: text }] } });

export const background = (running: number): string =>
  line({
    type: 'system',
    subtype: 'background_tasks_changed',
    tasks: Array.from({ length: running }, (_, id) => ({ id })),
  });

export type Spent = Readonly<{ inputTokens: number; outputTokens: number; costUsd: number }>;

const usage = ({ inputTokens, outputTokens, costUsd }: Spent) => ({
  usage: { input_tokens: inputTokens, output_tokens: outputTokens },
  total_cost_usd: costUsd,
});

export const good = (text: string, spent: Spent): string =>
  line({ type: 'result', subtype: 'success', is_error: false, result: text, ...usage(spent) });

export const bad = (why: object, spent: Spent): string =>
  line({
    type: 'result',
    subtype: 'error',
    is_error: true,
    result: 'it went wrong',
    ...why,
    ...usage(spent),
  });

export const limited = (resetsAt: number | null): string =>
  line({
    type: 'rate_limit_event',
    rate_limit_info: { status: 'rejected', ...(resetsAt === null ? {} : { resetsAt }) },
  });

export const retrying = (status: number): string =>
  line({ type: 'system', subtype: 'api_retry', attempt: 1, max_retries: 10, error_status: status });

export const permissionAsked = (requestId: string): string =>
  line({
    type: 'control_request',
    request_id: requestId,
    request: { subtype: 'can_use_tool', tool_name: 'Write', input: { file_path: '/a' } },
  });

export const PARTS = ['One?', 'Two?'] as const;

/** Two questions at once, which are answered one by one. */
export const questionsAsked = (requestId: string): string =>
  line({
    type: 'control_request',
    request_id: requestId,
    request: {
      subtype: 'can_use_tool',
      tool_name: 'AskUserQuestion',
      input: { questions: PARTS.map((question) => ({ question, header: question, options: [] })) },
    },
  });

export const permissionWithdrawn = (requestId: string): string =>
  line({ type: 'control_cancel_request', request_id: requestId });

/** What an agent asks for by a marker, without waiting for an answer. */
export const MARKER = line({ verb: 'session.interrupt-self', marker: 'error', text: 'the roof leaks' });
