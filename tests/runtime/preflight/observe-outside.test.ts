import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { observeOutside } from '../../../src/runtime/preflight/observe-outside.ts';

const SELF = { id: 'BlueLake-1', base: 'BlueLake', body: 'Track: cc-v2' };
const LIMIT_MS = 300;

type Call = Readonly<{ name: string; arguments: Readonly<Record<string, unknown>> }>;
type Answer = (call: Call, response: ServerResponse) => unknown;

/** A mail server that answers each call of a tool as it is told to, and notes what it was asked. */
async function startMail(answer: Answer) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      const call = JSON.parse(text).params as Call;
      calls.push(call);
      const result = answer(call, response);
      if (result === undefined) return;
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    });
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return { calls, mail: { url, token: 'secret-token' } };
}

const observe = (mail: { url: string; token: string }, limitMs = 20_000) =>
  observeOutside({ mail, queue: null, projectKey: '/project', now: () => 3_600_000, limitMs }, SELF);

const structured = (value: unknown) => ({ structuredContent: value });

test('it registers, reads the last half hour, and tells those that wrote that it is there', async () => {
  const mails = [{ from: 'GreenCastle', subject: '[HEARTBEAT]', created_ts: '1970-01-01T00:50:00Z' }];
  const { calls, mail } = await startMail(({ name }) =>
    name === 'register_agent'
      ? structured({ name: 'BlueLake2' })
      : name === 'fetch_inbox'
        ? structured({ result: mails })
        : structured({}),
  );
  const news = await observe(mail);
  expect(news.warnings).toEqual([]);
  expect(JSON.parse(news.inbox ?? '')).toEqual({ result: mails });
  expect(calls.map(({ name }) => name)).toEqual(['register_agent', 'fetch_inbox', 'send_message']);
  expect(calls[1]?.arguments).toMatchObject({
    project_key: '/project',
    agent_name: 'BlueLake2',
    since_ts: '1970-01-01T00:30:00.000Z',
  });
  expect(calls[2]?.arguments).toMatchObject({ to: ['GreenCastle'], subject: '[HEARTBEAT]' });
});

const broken: readonly (readonly [string, Answer, string])[] = [
  ['never answers', () => undefined, 'gave no answer in time'],
  [
    'begins an answer and stops',
    (_, response) => void response.write('{"jsonrpc":"2.0",'),
    'gave no answer in time',
  ],
  ['answers 500', (_, response) => void response.writeHead(500).end(), 'it answered 500'],
  ['answers with a page', (_, response) => void response.end('<html>'), 'its answer is no JSON-RPC'],
  ['answers with words', () => ({ content: [{ type: 'text', text: 'Welcome!' }] }), 'its answer is no JSON'],
  ['reports an error of its tool', () => ({ isError: true, content: [] }), 'an error of its tool'],
  ['ends the connection', (_, response) => void response.destroy(), 'could not be reached'],
];

test.each(broken)('one that %s is a warning, without its token, and work goes on', async (_, answer, why) => {
  const { mail } = await startMail(answer);
  const news = await observe(mail, LIMIT_MS);
  expect(news).toMatchObject({ inbox: null, warnings: [expect.stringContaining(why)] });
  expect(news.warnings[0]).toContain('work goes on without it');
  expect(JSON.stringify(news)).not.toContain('secret-token');
});

test('one that is not there is a warning', async () => {
  const news = await observe({ url: 'http://127.0.0.1:9/mcp', token: '' });
  expect(news.warnings[0]).toContain('could not be reached');
});
