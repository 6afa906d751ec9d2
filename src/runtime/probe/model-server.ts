import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { ProbeApi } from '../../domain/agent/probe.ts';
import { type ModelReply, streamReply } from './model-reply.ts';

/** A stand-in for a model's API, on the loopback alone. */
export type ModelServer = Readonly<{
  url: string;
  /** What the next requests of the agent's loop are answered with, in order. */
  play(replies: readonly ModelReply[]): void;
  /** The bodies of the requests of the agent's loop since the last `play`. */
  asked(): readonly string[];
  close(): Promise<void>;
}>;

const REQUEST_MAX_BYTES = 16 * 1024 * 1024;
const NOTHING_LEFT: ModelReply = { say: 'There is nothing left to do.' };
const PATHS: Readonly<Record<ProbeApi, RegExp>> = {
  anthropic: /\/v1\/messages$/,
  openai: /\/(responses|chat\/completions)$/,
  gemini: /:(streamG|g)enerateContent$/,
};

export async function startModelServer(api: ProbeApi): Promise<ModelServer> {
  let left: ModelReply[] = [];
  let log: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    const body = await receive(request);
    if (!PATHS[api].test(path)) return sendJson(response, 404, { error: { message: 'not here', code: 404 } });
    // Requests without tools are the CLI's own, such as one for a title.
    const isMain = /"(tools|functionDeclarations)":\s*\[\s*\{/.test(body);
    if (isMain) log.push(body);
    const reply = isMain ? (left.shift() ?? NOTHING_LEFT) : { say: 'A title' };
    sendStream(response, reply, { api, path, model: /"model":\s*"([^"]*)"/.exec(body)?.[1] ?? 'probe' });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    play(replies) {
      left = [...replies];
      log = [];
    },
    asked: () => log,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function receive(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes <= REQUEST_MAX_BYTES) chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function sendStream(
  response: ServerResponse,
  reply: ModelReply,
  kind: Parameters<typeof streamReply>[1],
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const { name, body } of streamReply(reply, kind)) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.write(`${name === null ? '' : `event: ${name}\n`}data: ${text}\n\n`);
  }
  response.end();
}
