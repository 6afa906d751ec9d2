import type { ProbeApi } from '../../domain/agent/probe.ts';

/** What the stand-in's model says to one request. */
export type ModelReply = Readonly<
  { say: string } | { use: Readonly<{ name: string; input: Readonly<Record<string, string>> }> }
>;

/** Events of a stream: a name where the API names its events, and the body. */
type StreamEvent = Readonly<{ name: string | null; body: unknown }>;

export const PROBE_TOKENS = { input: 100, output: 20 };
const { input: INPUT, output: OUTPUT } = PROBE_TOKENS;

let made = 0;
const newId = (kind: string): string => `${kind}_probe${++made}`;

/** A reply as the events of the API that the request was for. */
export function streamReply(reply: ModelReply, { api, path, model }: RequestKind): readonly StreamEvent[] {
  if (api === 'anthropic') return anthropicEvents(reply, model);
  if (api === 'gemini') return geminiEvents(reply);
  return path.endsWith('/responses') ? responseEvents(reply) : chatEvents(reply, model);
}

export type RequestKind = Readonly<{ api: ProbeApi; path: string; model: string }>;

const named = (name: string, body: object): StreamEvent => ({ name, body: { type: name, ...body } });
const plain = (body: unknown): StreamEvent => ({ name: null, body });

function anthropicEvents(reply: ModelReply, model: string): readonly StreamEvent[] {
  const usage = { input_tokens: INPUT, output_tokens: OUTPUT };
  const [block, delta] =
    'say' in reply
      ? [
          { type: 'text', text: '' },
          { type: 'text_delta', text: reply.say },
        ]
      : [
          { type: 'tool_use', id: newId('toolu'), name: reply.use.name, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(reply.use.input) },
        ];
  const message = { id: newId('msg'), type: 'message', role: 'assistant', model, content: [], usage };
  const stop_reason = 'say' in reply ? 'end_turn' : 'tool_use';
  return [
    named('message_start', { message: { ...message, stop_reason: null, stop_sequence: null } }),
    named('content_block_start', { index: 0, content_block: block }),
    named('content_block_delta', { index: 0, delta }),
    named('content_block_stop', { index: 0 }),
    named('message_delta', { delta: { stop_reason, stop_sequence: null }, usage }),
    named('message_stop', {}),
  ];
}

function geminiEvents(reply: ModelReply): readonly StreamEvent[] {
  const part =
    'say' in reply ? { text: reply.say } : { functionCall: { name: reply.use.name, args: reply.use.input } };
  const usageMetadata = {
    promptTokenCount: INPUT,
    candidatesTokenCount: OUTPUT,
    totalTokenCount: INPUT + OUTPUT,
  };
  const candidate = { content: { role: 'model', parts: [part] }, index: 0, finishReason: 'STOP' };
  return [plain({ candidates: [candidate], usageMetadata, modelVersion: 'probe' })];
}

function chatEvents(reply: ModelReply, model: string): readonly StreamEvent[] {
  const about = { id: newId('chat'), object: 'chat.completion.chunk', created: 1, model };
  const delta =
    'say' in reply
      ? { role: 'assistant', content: reply.say }
      : { role: 'assistant', tool_calls: [{ index: 0, ...functionOf(reply.use) }] };
  const finish_reason = 'say' in reply ? 'stop' : 'tool_calls';
  const usage = { prompt_tokens: INPUT, completion_tokens: OUTPUT, total_tokens: INPUT + OUTPUT };
  return [
    plain({ ...about, choices: [{ index: 0, delta, finish_reason: null }] }),
    plain({ ...about, choices: [{ index: 0, delta: {}, finish_reason }], usage }),
    plain('[DONE]'),
  ];
}

type Use = Extract<ModelReply, { use: unknown }>['use'];

const functionOf = ({ name, input }: Use): object => ({
  id: newId('call'),
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
});

function responseEvents(reply: ModelReply): readonly StreamEvent[] {
  const usage = { input_tokens: INPUT, output_tokens: OUTPUT, total_tokens: INPUT + OUTPUT };
  const item =
    'say' in reply
      ? {
          type: 'message',
          id: newId('msg'),
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: reply.say, annotations: [] }],
        }
      : {
          type: 'function_call',
          id: newId('fc'),
          call_id: newId('call'),
          name: reply.use.name,
          arguments: JSON.stringify(reply.use.input),
          status: 'completed',
        };
  const response = { id: newId('resp'), object: 'response', status: 'completed', output: [item], usage };
  return [
    named('response.created', { response: { ...response, status: 'in_progress', output: [] } }),
    named('response.output_item.done', { output_index: 0, item }),
    named('response.completed', { response }),
  ];
}
