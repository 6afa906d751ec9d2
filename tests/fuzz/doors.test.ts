import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Wakes } from '../../src/app/session/wait-sessions.ts';
import { isVerbName, VERBS, type VerbName } from '../../src/app/verbs.ts';
import { refuse } from '../../src/domain/outcome.ts';
import type { HttpHost } from '../../src/http/host.ts';
import { type HttpServer, serve } from '../../src/http/serve.ts';
import { loadVerb } from '../../src/main/ask.ts';
import type { McpHost } from '../../src/mcp/host.ts';
import { openDoor } from '../../src/mcp/open-door.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { mutatedJson, mutatedText, strangeValue } from './mutated.ts';
import { runs } from './runs.ts';
import { type JsonSchema, valueOfSchema } from './schema-value.ts';

const refusal = refuse({ code: 'session-not-found', sessionId: 'x', near: [] });
const WAKES: Wakes = { next: async () => 'timeout', close: () => undefined };
const logged: string[] = [];
const LIMIT = { timeout: 120_000 };

/** A project in which the answer to everything is no, for a browser that is signed in. */
const HTTP_HOST: HttpHost = {
  version: '0',
  ask: async () => refusal as never,
  secrets: { redeem: () => null, isCookie: () => true, isTokenFor: () => false },
  findAsker: async () => ({ is: 'other' }),
  verb: async (name) => (isVerbName(name) ? loadVerb(name) : null),
  wakes: () => WAKES,
  lookAfter: async () => undefined,
  asset: async () => null,
  answerMcp: async () => new Response(null, { status: 404 }),
  openTerminal: async () => refusal as never,
  makeSecret: () => 's',
  now: () => 0,
  log: (text) => void logged.push(text),
};

let server: HttpServer;
beforeAll(async () => {
  server = (await serve(HTTP_HOST, 0)) as HttpServer;
});
afterAll(() => server.close());

type HttpReply = Readonly<{ status: number; text: string }>;

const post = (path: string, body: string): Promise<HttpReply> =>
  new Promise((resolve, reject) => {
    const headers = { 'x-swarm': '1', cookie: `swarm_${server.port}=c` };
    const sent = request(
      { host: '127.0.0.1', port: server.port, path, method: 'POST', headers, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

const inputOf = (name: string): JsonSchema =>
  JSON.parse(readFileSync(new URL(`../../schema/verbs/${name}.json`, import.meta.url), 'utf8')).input;

/** What fits the verb, and what once did, spoilt. */
function bodyFor(name: VerbName): fc.Arbitrary<string> {
  const fitting = valueOfSchema(inputOf(name));
  const seeds = fc.sample(fitting, { numRuns: 2, seed: 5 });
  return fc.oneof(
    fc.oneof(fitting, mutatedJson(seeds), strangeValue).map((value) => JSON.stringify(value) ?? ''),
    mutatedText(seeds.map((value) => JSON.stringify(value))),
  );
}

test('every body of a request is answered in JSON, with no fault of the server', LIMIT, async () => {
  const names = Object.keys(VERBS) as VerbName[];
  const asked = fc.oneof(
    ...names.map((name) => fc.tuple(fc.constant(name), bodyFor(name))),
    fc.tuple(fc.constant('terminal'), bodyFor('session.show')),
  );
  const property = fc.asyncProperty(asked, async ([name, body]) => {
    const { status, text } = await post(`/api/${name}`, body);
    expect([400, 403, 404], `${name} ${body} ${text}`).toContain(status);
    expect(JSON.parse(text)).toMatchObject({ error: { code: expect.any(String) } });
  });
  await fc.assert(property, runs(150));
  expect(logged).toEqual([]);
});

const HEADS = [
  'GET /api/terminal?ticket=x HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: Upgrade\r\n' +
    'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  'GET /?token=x HTTP/1.1\r\nHost: localhost:PORT\r\nCookie: swarm_PORT=x\r\n\r\n',
  'POST /api/queue.add HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nx-swarm: 1\r\nContent-Length: 2\r\n\r\n{}',
];

/** Writes them, and waits until the server has answered or closed. */
async function sendBytes(bytes: string): Promise<void> {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  // A request that is not whole is ended by its client.
  socket.end(bytes, 'latin1');
  socket.resume();
  await once(socket, 'close');
}

test('no bytes that come to the port end the server', LIMIT, async () => {
  const property = fc.asyncProperty(mutatedText(HEADS), async (head) => {
    await sendBytes(head.replaceAll('PORT', String(server.port)));
    expect((await post('/api/no.verb', '')).status).toBe(404);
  });
  await fc.assert(property, {
    ...runs(200),
    examples: [
      ['GET // HTTP/1.1\r\nHost: x\r\n\r\n'],
      [HEADS[0]?.replace('/api/terminal?ticket=x', '//') ?? ''],
    ],
  });
});

const MCP_HOST: McpHost = {
  attempt: null,
  runId: null,
  canTakePart: true,
  names: [],
  folders: () => ['/p'],
  version: '0',
  contract: '',
  ask: async () => refusal as never,
  verb: loadVerb,
  wakes: async () => WAKES,
  log: (text) => void logged.push(text),
};

test('every call of a tool is answered, and none as a bug', LIMIT, async () => {
  const door = openDoor(MCP_HOST);
  const call = fc.oneof(
    ...Object.entries(TOOLS).map(([name, { verb }]) => {
      const fitting = valueOfSchema(inputOf(verb));
      const seeds = fc.sample(fitting, { numRuns: 2, seed: 5 });
      return fc.tuple(fc.constant(name), fc.oneof(fitting, mutatedJson(seeds), strangeValue));
    }),
  );
  const { signal } = new AbortController();
  const property = fc.asyncProperty(call, async ([name, given]) => {
    const answer = await door.call(name, given, signal);
    expect(JSON.stringify(answer), name).not.toContain('"bug"');
    expect(answer.text).not.toBe('');
  });
  await fc.assert(property, runs(400));
  const names = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toString'));
  const unknown = fc.asyncProperty(names, async (name) => {
    expect((await door.call(Object.hasOwn(TOOLS, name) ? `${name}?` : name, {}, signal)).isError).toBe(true);
  });
  await fc.assert(unknown, runs(50));
  expect(logged).toEqual([]);
});
