import { newId, pieces } from './pieces.ts';
import type { Message, StreamEvent } from './serve.ts';

type Item = Readonly<Record<string, unknown>>;

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 10 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: 120,
};

/** The whole response, as a client that does not stream gets it. */
export function renderResponse(message: Message, model: string): Item {
  return {
    id: newId('resp'),
    object: 'response',
    model,
    status: 'completed',
    output: itemsOf(message),
    usage: { ...USAGE, ...message.usage },
  };
}

/** The same as the events of a stream. */
export function* streamResponse(message: Message, model: string): Generator<StreamEvent> {
  const whole = renderResponse(message, model);
  yield event('response.created', { response: { ...whole, status: 'in_progress', output: [] } });
  for (const [index, item] of (whole.output as Item[]).entries()) {
    yield* textPieces(message, item, index);
    yield event('response.output_item.done', { output_index: index, item });
  }
  yield event('response.completed', { response: whole });
}

function* textPieces({ text = '' }: Message, item: Item, index: number): Generator<StreamEvent> {
  if (item.type !== 'message') return;
  const begun = { ...item, content: [], status: 'in_progress' };
  yield event('response.output_item.added', { output_index: index, item: begun });
  for (const delta of pieces(text)) {
    const at = { item_id: item.id, output_index: index, content_index: 0 };
    yield { ...event('response.output_text.delta', { ...at, delta }), isPiece: true };
  }
}

function itemsOf({ text, thinking, tools = [] }: Message): Item[] {
  return [
    ...(thinking === undefined ? [] : [reasoning(thinking)]),
    ...(text === undefined ? [] : [spoken(text)]),
    ...tools.map(({ name, namespace, input }) => ({
      type: 'function_call',
      id: newId('fc'),
      call_id: newId('call'),
      name,
      ...(namespace === undefined ? {} : { namespace }),
      arguments: JSON.stringify(input),
      status: 'completed',
    })),
  ];
}

const reasoning = (text: string): Item => ({
  type: 'reasoning',
  id: newId('rs'),
  summary: [{ type: 'summary_text', text }],
});

const spoken = (text: string): Item => ({
  type: 'message',
  id: newId('msg'),
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
});

const event = (name: string, body: object): StreamEvent => ({ name, body: { type: name, ...body } });
