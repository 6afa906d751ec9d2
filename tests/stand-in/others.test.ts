import { expect, onTestFinished, test } from 'vitest';
import { type Answer, fails, says } from './answer.ts';
import { startGemini } from './gemini.ts';
import { startOpenAi } from './openai.ts';
import type { StandIn } from './serve.ts';

const LONG = 'word '.repeat(100);
const ANSWER: Answer = says(LONG, { tools: [{ name: 'shell', input: { command: 'ls' } }] });

async function ask(standIn: StandIn, path: string, body: object): Promise<Response> {
  return fetch(`${standIn.url}${path}`, { method: 'POST', body: JSON.stringify(body) });
}

async function eventsOf(response: Response): Promise<readonly Record<string, unknown>[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice(6)));
}

async function open(start: typeof startOpenAi, ...script: Answer[]): Promise<StandIn> {
  const standIn = await start(script);
  onTestFinished(() => standIn.close());
  return standIn;
}

test('a streamed response ends with the whole of it, and its pieces make the text', async () => {
  const standIn = await open(startOpenAi, ANSWER);
  const input = [
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'be good' }] },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
    { type: 'function_call_output', output: 'listed' },
  ];
  const body = { model: 'm', stream: true, tools: [{ name: 'shell' }], input };
  const events = await eventsOf(await ask(standIn, '/v1/responses', body));
  expect(events.map(({ delta }) => delta ?? '').join('')).toBe(LONG);
  expect(events.at(-1)).toMatchObject({
    type: 'response.completed',
    response: { output: [{ type: 'message' }, { name: 'shell', arguments: '{"command":"ls"}' }] },
  });
  expect(standIn.main()).toMatchObject([
    { prompt: 'hi', system: 'be good', tools: ['shell'], toolResults: [{ text: 'listed' }] },
  ]);
});

test('a streamed completion carries its text in pieces and its calls before the end', async () => {
  const standIn = await open(startOpenAi, ANSWER);
  const messages = [
    { role: 'system', content: 'be good' },
    { role: 'user', content: 'hi' },
    { role: 'tool', content: 'listed' },
  ];
  const body = { model: 'm', stream: true, tools: [{ function: { name: 'shell' } }], messages };
  const events = await eventsOf(await ask(standIn, '/v1/chat/completions', body));
  const choices = events.flatMap(({ choices }) => choices as { delta: Record<string, unknown> }[]);
  expect(choices.map(({ delta }) => delta.content ?? '').join('')).toBe(LONG);
  expect(choices.at(-1)).toMatchObject({ finish_reason: 'tool_calls' });
  expect(standIn.main()).toMatchObject([
    { prompt: 'hi', system: 'be good', tools: ['shell'], toolResults: [{ text: 'listed' }] },
  ]);
});

test('streamed content of Gemini ends with its calls and what it took', async () => {
  const standIn = await open(startGemini, ANSWER);
  const body = {
    tools: [{ functionDeclarations: [{ name: 'shell' }] }],
    systemInstruction: { parts: [{ text: 'be good' }] },
    contents: [{ role: 'user', parts: [{ text: 'the folder' }, { text: 'hi' }] }],
  };
  const path = '/v1beta/models/m:streamGenerateContent?alt=sse';
  const events = await eventsOf(await ask(standIn, path, body));
  expect(events.at(-1)).toMatchObject({
    candidates: [{ content: { parts: [{ functionCall: { name: 'shell' } }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 100 },
  });
  expect(standIn.main()).toMatchObject([{ model: 'm', prompt: 'hi', system: 'be good', tools: ['shell'] }]);
});

test('a request without tools takes no answer, and errors come as each API words them', async () => {
  const openAi = await open(startOpenAi, fails(429, 'rate_limit_error', { 'retry-after': '3' }));
  const chat = '/v1/chat/completions';
  expect((await ask(openAi, chat, { messages: [] })).status).toBe(200);
  const refused = await ask(openAi, chat, { messages: [], tools: [{ function: { name: 'shell' } }] });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3']);
  expect(await refused.json()).toMatchObject({ error: { type: 'rate_limit_error' } });
  expect(openAi.asked()).toHaveLength(2);

  const gemini = await open(startGemini, fails(400, 'INVALID_ARGUMENT'));
  const tools = [{ functionDeclarations: [{ name: 'shell' }] }];
  const answer = await ask(gemini, '/v1beta/models/m:generateContent', { tools });
  expect(await answer.json()).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } });
});
