import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, says } from './answer.ts';
import { renderMessage, streamMessage } from './message-stream.ts';
import { type Asked, parseRequest } from './request.ts';

type Message = Extract<Answer, { is: 'message' }>;
/** Answers in order, one for each request of the agent's loop; or a function that looks at the request. */
export type Script = readonly Answer[] | ((asked: Asked) => Answer);

/** A stand-in for the Messages API on the loopback, with a port of its own. */
export type StandIn = Readonly<{
  url: string;
  /** Replaces what is left of the script. */
  play(script: Script): void;
  /** Every request so far, in order. */
  asked(): readonly Asked[];
  /** Those of the agent's loop. */
  main(): readonly Asked[];
  /** The first request that fits, when it has come. */
  waitFor(fits: (asked: Asked) => boolean, withinMs?: number): Promise<Asked>;
  close(): Promise<void>;
}>;

const WAIT_MS = 20_000;
const OUT_OF_SCRIPT = says('There is nothing left to do.');
const SIDE_ANSWER = says('{"title":"A title","isNewTopic":false}') as Message;

export async function startStandIn(script: Script = []): Promise<StandIn> {
  let next = nextOf(script);
  const log: Asked[] = [];
  const news = new EventEmitter();
  const sockets = new Set<Socket>();

  const server = createServer(async (request, response) => {
    const asked = parseRequest({ ...(await receive(request)), number: log.length + 1 });
    log.push(asked);
    news.emit('asked');
    // The other side may leave at any time; then there is nobody to answer.
    await respond(response, asked, asked.isMain ? next(asked) : SIDE_ANSWER).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    play(script) {
      next = nextOf(script);
    },
    asked: () => [...log],
    main: () => log.filter(({ isMain }) => isMain),
    async waitFor(fits, withinMs = WAIT_MS) {
      const limit = AbortSignal.timeout(withinMs);
      for (;;) {
        const found = log.find(fits);
        if (found) return found;
        await once(news, 'asked', { signal: limit });
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function nextOf(script: Script): (asked: Asked) => Answer {
  if (typeof script === 'function') return script;
  const left = [...script];
  return () => left.shift() ?? OUT_OF_SCRIPT;
}

async function receive(
  request: IncomingMessage,
): Promise<Pick<Parameters<typeof parseRequest>[0], 'method' | 'path' | 'headers' | 'body'>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', url = '', headers } = request;
  return { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
}

async function respond(response: ServerResponse, asked: Asked, answer: Answer): Promise<void> {
  if (!asked.path.startsWith('/v1/messages?')) return respondAside(response, asked);
  switch (answer.is) {
    case 'silence':
      return;
    case 'cut':
      return void response.destroy();
    case 'error': {
      const { status, type, message = `the stand-in answers ${status}`, headers = {} } = answer;
      return sendJson(response, { status, headers, body: { type: 'error', error: { type, message } } });
    }
    case 'message':
      if (answer.delayMs !== undefined) await pause(answer.delayMs);
      if (asked.isStream) return sendStream(response, asked, answer);
      return sendJson(response, { body: renderMessage(answer, asked.model), headers: answer.headers ?? {} });
  }
}

function respondAside(response: ServerResponse, { method, path }: Asked): void {
  if (method === 'HEAD') return void response.writeHead(200).end();
  if (path.startsWith('/v1/messages/count_tokens')) {
    return sendJson(response, { body: { input_tokens: 1 } });
  }
  sendJson(response, {
    status: 404,
    body: { type: 'error', error: { type: 'not_found_error', message: path } },
  });
}

type Reply = Readonly<{ status?: number; body: unknown; headers?: Readonly<Record<string, string>> }>;

function sendJson(response: ServerResponse, { status = 200, body, headers = {} }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function sendStream(response: ServerResponse, { model }: Asked, answer: Message): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    ...answer.headers,
  });
  for (const { name, body } of streamMessage(answer, model)) {
    if (response.destroyed) return;
    response.write(`event: ${name}\ndata: ${JSON.stringify(body)}\n\n`);
    if (name !== 'content_block_delta') continue;
    if (answer.isCut) return void response.destroy();
    if (answer.pieceMs !== undefined) await pause(answer.pieceMs);
  }
  response.end();
}
