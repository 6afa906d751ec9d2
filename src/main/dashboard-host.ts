import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Wakes } from '../app/session/wait-sessions.ts';
import type { Ask } from '../app/verbs.ts';
import type { Asker, HttpHost, Secrets } from '../http/host.ts';
import { readAsset } from '../runtime/dashboard/assets.ts';
import type { DashboardFiles } from '../runtime/dashboard/dashboard-files.ts';
import { type Connection, observePeers } from '../runtime/process/connection.ts';
import { findAgentMark } from '../runtime/process/find-agent-mark.ts';
import { findVerb, loadVerb } from './ask.ts';
import { openMcpRequests } from './dashboard-mcp.ts';
import { openTerminalOf } from './dashboard-terminal.ts';
import { openRowNews } from './dashboard-wakes.ts';
import { lazy } from './lazy.ts';
import { writeError } from './output.ts';
import { bundleFile, type Env } from './project.ts';
import { serveReads } from './serve-reads.ts';
import { settleClock } from './settle-clock.ts';
import type { OpenedApp } from './wire.ts';

declare const __SWARM_VERSION__: string;

const SECRET_BYTES = 32;

/** This machine and this project, for the page's server. */
export function dashboardHost(opened: OpenedApp, files: DashboardFiles, env: Env): HttpHost {
  const { project } = opened;
  const log = (text: string): void => writeError(`${new Date().toISOString()} ${text}\n`);
  const ask: Ask = async (name, input, watch) => {
    if (name.startsWith('queue.') && !(await loadVerb(name)).reads) await settleClock(project);
    return opened.ask(name, input, watch);
  };
  const wakes = (): Wakes => openRowNews(opened);
  const mcp = lazy(async () => openMcpRequests({ root: project.paths.root, ask, log, wakes }));
  return {
    version: __SWARM_VERSION__,
    ask,
    secrets: secretsOf(files),
    findAsker,
    verb: findVerb,
    wakes,
    lookAfter: () => serveReads(opened, { mayStart: async () => env.SWARM_NO_START !== '1', warn: log }),
    asset: (path) => readAsset(bundleFile('web'), path),
    answerMcp: (request) => mcp.fetch(request),
    openTerminal: (sessionId, events) => openTerminalOf(opened, { sessionId, env }, events),
    makeSecret: () => randomBytes(SECRET_BYTES).toString('base64url'),
    now: Date.now,
    log,
  };
}

/** A cookie lies where agents of the same user can write; their processes cannot choose their ancestors. */
async function findAsker(connection: Connection): Promise<Asker> {
  const pids = observePeers(connection);
  if (pids === null) return { is: 'left' };
  const marks = await Promise.all(pids.map((pid) => findAgentMark(pid)));
  const attempt = marks.find((mark) => mark !== null);
  return attempt === undefined || attempt === null ? { is: 'other' } : { is: 'agent', attempt };
}

const secretsOf = ({ tokens, cookies, metricsToken, mcpToken }: DashboardFiles): Secrets => ({
  redeem: (token) => (tokens.take(token) ? cookies.issue() : null),
  isCookie: (cookie) => cookies.has(cookie),
  isTokenFor: (purpose, token) => isSameText(token, { metrics: metricsToken, mcp: mcpToken }[purpose].read()),
});

/** By their digests, in a time that tells nothing. */
function isSameText(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return wanted !== '' && timingSafeEqual(digest(given), digest(wanted));
}
