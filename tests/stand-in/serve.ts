import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, says } from './answer.ts';
import type { ApiRequest, Incoming } from './request.ts';

export type Message = Extract<Answer, { is: 'message' }>;
/** Answers in order, one for each request of the agent's loop; or a function that looks at the request. */
export type Script = readonly Answer[] | ((asked: ApiRequest) => Answer | Promise<Answer>);

/** A stand-in for a model's API on the loopback, with a port of its own. */
export type StandIn = Readonly<{
  url: string;
  /** Replaces what is left of the script. */
  play(script: Script): void;
  /** Every request so far, in order. */
  asked(): readonly ApiRequest[];
  /** Those of the agent's loop. */
  main(): readonly ApiRequest[];
  /** The first request that fits, when it has come. */
  waitFor(fits: (asked: ApiRequest) => boolean, withinMs?: number): Promise<ApiRequest>;
  close(): Promise<void>;
}>;

export type StreamEvent = Readonly<{
  name: string | null;
  body: unknown;
  /** A piece of text or input, after which a stream may be slow or end too early. */
  isPiece?: boolean;
}>;

/** How one API words its requests and answers. */
export type Wire = Readonly<{
  parse(incoming: Incoming): ApiRequest;
  /** True for a request that the API answers aside; then it has been answered. */
  respondAside(response: ServerResponse, asked: ApiRequest): boolean;
  sideAnswer: Message;
  renderError(error: Extract<Answer, { is: 'error' }>): unknown;
  renderMessage(message: Message, asked: ApiRequest): unknown;
  streamMessage(message: Message, asked: ApiRequest): Iterable<StreamEvent>;
}>;

const WAIT_MS = 20_000;
const OUT_OF_SCRIPT = says('There is nothing left to do.');

export async function serve(wire: Wire, script: Script = []): Promise<StandIn> {
  let next = nextOf(script);
  const log: ApiRequest[] = [];
  const news = new EventEmitter();
  const sockets = new Set<Socket>();

  const server = createServer(async (request, response) => {
    const asked = wire.parse({ ...(await receive(request)), number: log.length + 1 });
    log.push(asked);
    news.emit('asked');
    if (wire.respondAside(response, asked)) return;
    const answer = asked.isMain ? await next(asked) : wire.sideAnswer;
    // The client may leave at any time; then there is no reader.
    await respond(wire, { response, asked, answer }).catch(() => response.destroy());
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

function nextOf(script: Script): (asked: ApiRequest) => Answer | Promise<Answer> {
  if (typeof script === 'function') return script;
  const left = [...script];
  return () => left.shift() ?? OUT_OF_SCRIPT;
}

async function receive(request: IncomingMessage): Promise<Omit<Incoming, 'number'>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', url = '', headers } = request;
  return { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
}

type Exchange = Readonly<{ response: ServerResponse; asked: ApiRequest; answer: Answer }>;

async function respond(wire: Wire, { response, asked, answer }: Exchange): Promise<void> {
  switch (answer.is) {
    case 'silence':
      return;
    case 'cut':
      return void response.destroy();
    case 'error': {
      const { status, headers = {} } = answer;
      return sendJson(response, { status, headers, body: wire.renderError(answer) });
    }
    case 'message': {
      if (answer.delayMs !== undefined) await pause(answer.delayMs);
      if (asked.isStream) return sendStream(response, wire.streamMessage(answer, asked), answer);
      return sendJson(response, { body: wire.renderMessage(answer, asked), headers: answer.headers ?? {} });
    }
  }
}

type Reply = Readonly<{ status?: number; body: unknown; headers?: Readonly<Record<string, string>> }>;

export function sendJson(response: ServerResponse, { status = 200, body, headers = {} }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function sendStream(
  response: ServerResponse,
  events: Iterable<StreamEvent>,
  answer: Message,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    ...answer.headers,
  });
  for (const { name, body, isPiece } of events) {
    if (response.destroyed) return;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.write(`${name === null ? '' : `event: ${name}\n`}data: ${text}\n\n`);
    if (!isPiece) continue;
    if (answer.isCut) return void response.destroy();
    if (answer.pieceMs !== undefined) await pause(answer.pieceMs);
  }
  response.end();
}
