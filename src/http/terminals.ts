import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { checkRequest } from './check-request.ts';
import { type Reply, replyRefused } from './reply.ts';
import { isSignedIn, type Parts } from './routes.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { serveTerminal } from './terminal.ts';
import type { Ticket } from './tickets.ts';

const MESSAGE_MOST_BYTES = 1024 * 1024;
const PING_MS = 30_000;

/** Terminals over WebSocket, one for each ticket. */
export function serveTerminals(server: Server, parts: Parts): Readonly<{ close(): void }> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MOST_BYTES });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const admitted = admit(request, parts);
    if ('status' in admitted) return refuse(socket, admitted);
    sockets.handleUpgrade(request, socket, head, (opened) => begin(opened, admitted, parts));
  });
  return {
    close() {
      for (const open of sockets.clients) open.terminate();
      sockets.close();
    },
  };
}

/** The ticket of a request that may open a terminal, or what it is answered. */
function admit({ method, url, headers }: IncomingMessage, { host, port, tickets }: Parts): Ticket | Reply {
  const wanted = parseAddress(url ?? '/');
  if (wanted === null) return replyRefused(NO_ADDRESS);
  const { pathname, searchParams } = wanted;
  const refusal = checkRequest(
    {
      method: method ?? '',
      path: pathname,
      host: headers.host,
      origin: headers.origin,
      fetchSite: headers['sec-fetch-site'] as string | undefined,
      mark: undefined,
      isUpgrade: true,
    },
    port,
  );
  if (refusal !== null) return replyRefused(refusal);
  if (pathname !== '/api/terminal') return replyRefused(NO_TERMINAL);
  if (!isSignedIn(host, port, headers.cookie)) return replyRefused(NOT_SIGNED_IN);
  return tickets.take(searchParams.get('ticket') ?? '') ?? replyRefused(TICKET_USED);
}

/** Null for what is no address: any page of a browser can ask for one, before anything of it is checked. */
function parseAddress(url: string): URL | null {
  const base = 'http://127.0.0.1';
  return URL.canParse(url, base) ? new URL(url, base) : null;
}

function begin(socket: WebSocket, ticket: Ticket, { host, activity }: Parts): void {
  const leave = activity.enter();
  socket.on('close', leave);
  pingWhileOpen(socket);
  void serveTerminal(host, socket, ticket);
}

/** A browser that vanished without a word is noticed by its silence. */
function pingWhileOpen(socket: WebSocket): void {
  let isThere = true;
  const timer = setInterval(() => {
    if (!isThere) return socket.terminate();
    isThere = false;
    socket.ping();
  }, PING_MS);
  socket.on('pong', () => {
    isThere = true;
  });
  socket.on('close', () => clearInterval(timer));
}

function refuse(socket: Duplex, { status, body }: Reply): void {
  const text = JSON.stringify(body);
  const headers = { ...SECURITY_HEADERS, 'content-type': 'application/json', connection: 'close' };
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(text)) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} Refused\r\n${head}\r\n${text}`);
}

const NO_ADDRESS = { status: 400, code: 'address-wrong', message: 'This is no address' };
const NO_TERMINAL = { status: 404, code: 'no-terminal', message: 'Terminals are at /api/terminal' };
const NOT_SIGNED_IN = { status: 401, code: 'not-signed-in', message: 'This browser is not signed in' };
const TICKET_USED = {
  status: 403,
  code: 'ticket-used',
  message: 'The ticket was used already, or is too old',
};
