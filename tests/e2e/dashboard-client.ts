import { type IncomingHttpHeaders, request } from 'node:http';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { TestProject } from './project.ts';

export type Served = Readonly<{
  url: string;
  port: number;
  pid: number;
  started: boolean;
  mcp_token_file: string;
}>;
export type HttpReply = Readonly<{ status: number; headers: IncomingHttpHeaders; text: string }>;
export type Asking = Readonly<{ method?: string; headers?: Record<string, string>; body?: string }>;

/** One browser, signed in. */
export type Browser = Readonly<{
  served: Served;
  cookie: string;
  /** A plain read. */
  read: (path: string) => Promise<HttpReply>;
  post: <T>(verb: string, input: unknown) => Promise<{ status: number; body: T }>;
  follow: (after?: number) => Promise<Follower>;
  terminal: (ticket: string) => WebSocket;
}>;

/** A request with whatever headers, also those that `fetch` refuses to set. */
export const askRaw = (
  port: number,
  path: string,
  { method, headers, body }: Asking = {},
): Promise<HttpReply> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method: method ?? 'GET', headers: headers ?? {} };
    const sent = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

export const startDashboard = (project: TestProject, ...flags: string[]): Promise<Served> =>
  project.json<Served>('dashboard', '--no-open', ...flags);

export async function signIn(project: TestProject): Promise<Browser> {
  const served = await startDashboard(project);
  const { pathname, search } = new URL(served.url);
  const { headers } = await askRaw(served.port, `${pathname}${search}`);
  return browserOf(served, headers['set-cookie']?.[0]?.split(';')[0] ?? '');
}

const browserOf = (served: Served, cookie: string): Browser => ({
  served,
  cookie,
  read: (path) => askRaw(served.port, path, { headers: { cookie } }),
  async post<T>(verb: string, input: unknown) {
    const headers = { cookie, 'x-swarm': '1', 'content-type': 'application/json' };
    const asked = { method: 'POST', headers, body: JSON.stringify(input) };
    const { status, text } = await askRaw(served.port, `/api/${verb}`, asked);
    return { status, body: JSON.parse(text) as T };
  },
  follow: (after) => follow(served.port, cookie, after),
  terminal(ticket) {
    const address = `ws://127.0.0.1:${served.port}/api/terminal?ticket=${ticket}`;
    const socket = new WebSocket(address, { headers: { cookie, origin: `http://127.0.0.1:${served.port}` } });
    onTestFinished(() => socket.terminate());
    return socket;
  },
});

export type Key = Readonly<{ kind: string; id: string | null }>;
export type ServerEvent = Readonly<{
  event: string;
  cursor: number;
  resumed?: boolean;
  keys?: readonly Key[];
}>;
export type Follower = Readonly<{ told: readonly ServerEvent[]; hasEnded: () => boolean; close: () => void }>;

async function follow(port: number, cookie: string, after: number | undefined): Promise<Follower> {
  const told: ServerEvent[] = [];
  let isOver = false;
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const headers = { cookie, ...(after === undefined ? {} : { 'last-event-id': String(after) }) };
  const response = await fetch(`http://127.0.0.1:${port}/api/events`, { headers, signal: ending.signal });
  const read = async (): Promise<void> => {
    let text = '';
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = `${text}${part}`.split('\n\n');
      text = frames.pop() ?? '';
      told.push(...frames.flatMap(toldBy));
    }
  };
  void read()
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  return { told, hasEnded: () => isOver, close: () => ending.abort() };
}

function toldBy(frame: string): ServerEvent[] {
  const event = /^event: (.*)$/m.exec(frame)?.[1];
  const data = /^data: (.*)$/m.exec(frame)?.[1];
  return event === undefined || data === undefined
    ? []
    : [{ event, ...(JSON.parse(data) as Omit<ServerEvent, 'event'>) }];
}
