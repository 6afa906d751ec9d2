import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { VerbName } from '../../src/app/verbs.ts';
import { loadVerb } from '../../src/main/ask.ts';

const PAGE = resolve(import.meta.dirname, '../../dist/web');
/** As the real server sends it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

type Input = Readonly<Record<string, unknown>>;
export type Answers = Partial<Record<VerbName, (input: Input) => unknown>>;
type VerbCall = Readonly<{ verb: string; input: Input }>;

/** A server with the routes of the dashboard's, whose answers a test decides. */
export type StandIn = Readonly<{
  url: string;
  answers: Answers;
  asked: readonly VerbCall[];
  /** Tells every viewer that a row has changed. */
  change: (kind: string, id: string) => void;
  /** Cuts the streams of all viewers. */
  drop: () => void;
  viewers: () => number;
  close: () => Promise<void>;
}>;

export async function startStandIn(answers: Answers): Promise<StandIn> {
  const asked: VerbCall[] = [];
  const streams = new Set<ServerResponse>();
  let cursor = 1;
  const server = createServer(async (request, response) => {
    response.setHeader('content-security-policy', POLICY);
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/api/events') return follow(response, { streams, cursor });
    if (!pathname.startsWith('/api/')) return sendFile(response, pathname);
    const verb = pathname.slice('/api/'.length);
    const input = JSON.parse(await bodyOf(request)) as Input;
    asked.push({ verb, input });
    return sendJson(response, await answerTo(answers, verb as VerbName, input));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    asked,
    change: (kind, id) => {
      cursor += 1;
      const text = JSON.stringify({ cursor, keys: [{ kind, id }] });
      for (const stream of streams) stream.write(`id: ${cursor}\nevent: change\ndata: ${text}\n\n`);
    },
    drop: () => {
      for (const stream of streams) stream.destroy();
    },
    viewers: () => streams.size,
    close: () => closeServer(server),
  };
}

type Following = Readonly<{ streams: Set<ServerResponse>; cursor: number }>;

function follow(response: ServerResponse, { streams, cursor }: Following): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(`event: snapshot\ndata: ${JSON.stringify({ cursor })}\n\n`);
  streams.add(response);
  response.on('close', () => streams.delete(response));
}

type Reply = Readonly<{ status: number; value: unknown }>;

/** Refuses what has no answer, and fails where an answer is none that the verb could give. */
async function answerTo(answers: Answers, verb: VerbName, input: Input): Promise<Reply> {
  const value = answers[verb]?.(input);
  if (value === undefined) {
    return { status: 404, value: { error: { code: 'not-here', message: `${verb} has no answer here` } } };
  }
  const schema = await (await loadVerb(verb)).answer();
  const parsed = z.safeParse(schema as z.ZodMiniType, value);
  if (parsed.success) return { status: 200, value: parsed.data };
  return { status: 500, value: { error: { code: 'no-answer', message: z.prettifyError(parsed.error) } } };
}

function sendJson(response: ServerResponse, { status, value }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendFile(response: ServerResponse, path: string): void {
  const name = path.startsWith('/assets/') ? path : '/index.html';
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type }).end(readFileSync(join(PAGE, name)));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}
