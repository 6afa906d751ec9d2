import { Fault } from '../../domain/fault.ts';
import type { OutsideQueue } from '../queue/outside-queue.ts';
import { callTool, type RpcServer } from './json-rpc.ts';

const LIMIT_MS = 3_000;
const MOST_MAILS = 1_000;
const MOST_RECIPIENTS = 50;
const WINDOW_MS = 30 * 60_000;

export type OutsidePrograms = Readonly<{
  mail: Readonly<{ url: string; token: string | null }> | null;
  queue: Pick<OutsideQueue, 'observeClaimed'> | null;
  /** How the mail server names this project: its path. */
  projectKey: string;
  now: () => number;
  limitMs?: number;
}>;

type Self = Readonly<{ id: string; base: string; body: string }>;
type News = Readonly<{ inbox: string | null; claims: string | null; warnings: readonly string[] }>;

/** Asks the programs outside at the same time, so that all of them together take no longer than the limit. */
export async function observeOutside(programs: OutsidePrograms, self: Self | null): Promise<News> {
  const { mail, queue, limitMs = LIMIT_MS } = programs;
  const [inbox, claims] = await Promise.all([
    mail === null ? NOTHING : readInbox(programs, { ...mail, signal: AbortSignal.timeout(limitMs) }, self),
    queue === null ? NOTHING : queue.observeClaimed(),
  ]);
  const warnings = [inbox.warning, claims.warning].filter((warning) => warning !== null);
  return { inbox: inbox.list, claims: claims.list, warnings };
}

type List = Readonly<{ list: string | null; warning: string | null }>;
const NOTHING: List = { list: null, warning: null };

/** A caller that never joined reads as this one, and tells of nothing. */
const UNJOINED: Self = { id: 'swarm', base: 'Swarm', body: '' };

/** Registers, reads the inbox, and tells those that wrote to it that this session is there. */
async function readInbox(programs: OutsidePrograms, server: RpcServer, self: Self | null): Promise<List> {
  try {
    const { projectKey, now } = programs;
    const key = { project_key: projectKey };
    const name = await register(server, key, self ?? UNJOINED);
    const since = new Date(now() - WINDOW_MS).toISOString();
    const inbox = await callTool(server, {
      name: 'fetch_inbox',
      arguments: { ...key, agent_name: name, limit: MOST_MAILS, since_ts: since, include_bodies: true },
    });
    const to = sendersIn(inbox).filter((sender) => sender !== name);
    if (self !== null) await tellOthers(server, { key, name, self, to });
    return { list: inbox, warning: null };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { list: null, warning: `${error.message}; work goes on without it` };
  }
}

type Key = Readonly<{ project_key: string }>;

/** The name that the server knows this session by: it gives another where the wanted one does not suit it. */
async function register(server: RpcServer, key: Key, { id, base }: Self): Promise<string> {
  const call = {
    name: 'register_agent',
    arguments: { ...key, program: 'swarm', model: 'unknown', name: base, task_description: id },
  };
  return nameIn(await callTool(server, call)) ?? base;
}

type Telling = Readonly<{
  key: Key;
  name: string;
  self: Self;
  to: readonly string[];
}>;

async function tellOthers(server: RpcServer, { key, name, self, to }: Telling): Promise<void> {
  if (to.length === 0) return;
  const mail = { sender_name: name, to, subject: '[HEARTBEAT]', body_md: self.body };
  await callTool(server, { name: 'send_message', arguments: { ...key, ...mail } });
}

function nameIn(json: string): string | null {
  const { name } = (JSON.parse(json) ?? {}) as { name?: unknown };
  return typeof name === 'string' && name !== '' ? name : null;
}

function sendersIn(json: string): readonly string[] {
  const senders = [...json.matchAll(/"(?:from|sender)":"([A-Za-z0-9_-]{1,100})"/g)].map(
    ([, name = '']) => name,
  );
  return [...new Set(senders)].slice(0, MOST_RECIPIENTS);
}
