import type { Answer } from './answer.ts';
import { newId, pieces } from './pieces.ts';

type Message = Extract<Answer, { is: 'message' }>;
type Block = Readonly<Record<string, unknown> & { type: string }>;
export type StreamEvent = Readonly<{ name: string; body: Readonly<Record<string, unknown>> }>;

const USAGE = {
  input_tokens: 100,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 20,
  service_tier: 'standard',
};

/** The whole message, as a client that does not stream gets it. */
export function renderMessage(answer: Message, model: string): Readonly<Record<string, unknown>> {
  const tools = answer.tools ?? [];
  return {
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content: [...spoken(answer), ...tools.map((tool) => ({ type: 'tool_use', id: newId('toolu'), ...tool }))],
    stop_reason: answer.stopReason ?? (tools.length > 0 ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: { ...USAGE, ...answer.usage },
  };
}

function spoken({ thinking, text }: Message): Block[] {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: 'bWFkZSB1cA==' }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
  ];
}

/** The same message as the events of a stream, in the order in which the API sends them. */
export function* streamMessage(answer: Message, model: string): Generator<StreamEvent> {
  const message = renderMessage(answer, model);
  const begun = {
    ...message,
    content: [],
    stop_reason: null,
    usage: { ...USAGE, ...answer.usage, output_tokens: 1 },
  };
  yield event('message_start', { message: begun });
  if (answer.errorInside !== undefined) {
    return yield event('error', {
      error: { type: answer.errorInside, message: 'an error inside the stream' },
    });
  }
  for (const [index, block] of (message.content as Block[]).entries()) yield* streamBlock(block, index);
  yield event('message_delta', {
    delta: { stop_reason: message.stop_reason, stop_sequence: null },
    usage: message.usage,
  });
  yield event('message_stop', {});
}

function* streamBlock(block: Block, index: number): Generator<StreamEvent> {
  yield event('content_block_start', { index, content_block: emptied(block) });
  for (const delta of deltasOf(block)) yield event('content_block_delta', { index, delta });
  yield event('content_block_stop', { index });
}

function emptied(block: Block): Block {
  if (block.type === 'tool_use') return { ...block, input: {} };
  return block.type === 'text' ? { ...block, text: '' } : { ...block, thinking: '', signature: '' };
}

function deltasOf(block: Block): Block[] {
  if (block.type === 'text') {
    return pieces(String(block.text)).map((text) => ({ type: 'text_delta', text }));
  }
  if (block.type === 'thinking') {
    const { thinking, signature } = block;
    return [
      { type: 'thinking_delta', thinking },
      { type: 'signature_delta', signature },
    ];
  }
  const input = JSON.stringify(block.input);
  return pieces(input).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
}

const event = (name: string, body: Readonly<Record<string, unknown>>): StreamEvent => ({
  name,
  body: { type: name, ...body },
});
