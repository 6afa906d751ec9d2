import { expect, onTestFinished, test } from 'vitest';
import { calls, cut, fails, limitedUntil, says, silence } from './answer.ts';
import { type Script, startStandIn } from './anthropic.ts';

const TOOLS = [{ name: 'Bash' }];

async function open(script: Script) {
  const standIn = await startStandIn(script);
  onTestFinished(() => standIn.close());
  const ask = (more: object = {}, signal?: AbortSignal): Promise<Response> =>
    fetch(`${standIn.url}/v1/messages?beta=true`, {
      method: 'POST',
      headers: { 'x-claude-code-session-id': 'c-1' },
      body: JSON.stringify({
        model: 'm',
        tools: TOOLS,
        messages: [{ role: 'user', content: 'hi' }],
        ...more,
      }),
      ...(signal ? { signal } : {}),
    });
  return { standIn, ask };
}

test('a streamed message comes in the order of the API, and its pieces make the whole', async () => {
  const long = 'word '.repeat(100);
  const { ask } = await open([
    says(long, { thinking: 'hm', tools: [{ name: 'Bash', input: { command: 'ls' } }] }),
  ]);
  const body = await (await ask({ stream: true })).text();
  const events = body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)));
  const types = events.map(({ type }) => type);
  expect(types[0]).toBe('message_start');
  expect(types.slice(-2)).toEqual(['message_delta', 'message_stop']);
  expect(types.filter((type) => type === 'content_block_start')).toHaveLength(3);
  const piecesOf = (key: string): string => events.map(({ delta }) => delta?.[key] ?? '').join('');
  expect(piecesOf('text')).toBe(long);
  expect(JSON.parse(piecesOf('partial_json'))).toEqual({ command: 'ls' });
});

test('answers go to requests of the agent alone, in order, and every request is kept', async () => {
  const { standIn, ask } = await open([calls('Bash', { command: 'ls' }), fails(529, 'overloaded_error')]);
  expect((await ask({ tools: [] })).status).toBe(200);
  expect(await (await ask()).json()).toMatchObject({ stop_reason: 'tool_use', content: [{ name: 'Bash' }] });
  expect((await ask()).status).toBe(529);
  expect((await ask()).status).toBe(200);
  expect(standIn.asked()).toHaveLength(4);
  expect(standIn.main()).toHaveLength(3);
  expect(standIn.main()[0]).toMatchObject({ conversationId: 'c-1', prompt: 'hi', tools: ['Bash'] });
});

test('a limit says when it ends', async () => {
  const { ask } = await open([limitedUntil(1_800_000_000)]);
  const { status, headers } = await ask();
  expect(status).toBe(429);
  expect(headers.get('anthropic-ratelimit-unified-reset')).toBe('1800000000');
});

test('a cut connection fails, and silence lasts', async () => {
  const { standIn, ask } = await open([cut, silence]);
  await expect(ask()).rejects.toThrow();
  const patience = new AbortController();
  const answer = ask({}, patience.signal);
  await standIn.waitFor(({ number }) => number === 2);
  patience.abort();
  await expect(answer).rejects.toThrow(/abort/i);
});
