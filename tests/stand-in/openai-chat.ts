import { newId, pieces } from './pieces.ts';
import type { Message, StreamEvent } from './serve.ts';

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };

const callsOf = ({ tools = [] }: Message) =>
  tools.map(({ name, input }, index) => ({
    index,
    id: newId('call'),
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));

const reasonOf = ({ tools = [] }: Message): string => (tools.length > 0 ? 'tool_calls' : 'stop');

/** The whole completion, as a client that does not stream gets it. */
export const renderChat = (message: Message, model: string): object => ({
  id: newId('chatcmpl'),
  object: 'chat.completion',
  model,
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: message.text ?? null, tool_calls: callsOf(message) },
      finish_reason: reasonOf(message),
    },
  ],
  usage: { ...USAGE, ...message.usage },
});

/** The same as the chunks of a stream. */
export function* streamChat(message: Message, model: string): Generator<StreamEvent> {
  const base = { id: newId('chatcmpl'), object: 'chat.completion.chunk', created: 0, model };
  const chunk = (delta: object, finish_reason: string | null = null): StreamEvent => ({
    name: null,
    body: { ...base, choices: [{ index: 0, delta, finish_reason }] },
  });
  yield chunk({ role: 'assistant', content: '' });
  for (const content of pieces(message.text ?? '')) yield { ...chunk({ content }), isPiece: true };
  const calls = callsOf(message);
  if (calls.length > 0) yield chunk({ tool_calls: calls });
  yield chunk({}, reasonOf(message));
  yield { name: null, body: { ...base, choices: [], usage: { ...USAGE, ...message.usage } } };
  yield { name: null, body: '[DONE]' };
}
