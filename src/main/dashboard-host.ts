import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isVerbName } from '../app/verbs.ts';
import type { HttpHost, Secrets } from '../http/host.ts';
import { readAsset } from '../runtime/dashboard/assets.ts';
import type { DashboardFiles } from '../runtime/dashboard/dashboard-files.ts';
import { loadVerb } from './ask.ts';
import { openTerminalOf } from './dashboard-terminal.ts';
import { openRowNews } from './dashboard-wakes.ts';
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
  return {
    version: __SWARM_VERSION__,
    ask: async (name, input, watch) => {
      if (name.startsWith('queue.') && !(await loadVerb(name)).reads) await settleClock(project);
      return opened.ask(name, input, watch);
    },
    secrets: secretsOf(files),
    verb: async (name) => (isVerbName(name) ? loadVerb(name) : null),
    wakes: () => openRowNews(opened),
    lookAfter: () => serveReads(opened, { mayStart: async () => env.SWARM_NO_START !== '1', warn: log }),
    asset: (path) => readAsset(bundleFile('web'), path),
    openTerminal: (sessionId, events) => openTerminalOf(opened, { sessionId, env }, events),
    makeSecret: () => randomBytes(SECRET_BYTES).toString('base64url'),
    now: Date.now,
    log,
  };
}

const secretsOf = ({ tokens, cookies, readMetricsToken }: DashboardFiles): Secrets => ({
  redeem: (token) => (tokens.take(token) ? cookies.issue() : null),
  isCookie: (cookie) => cookies.has(cookie),
  isMetricsToken: (token) => isSameText(token, readMetricsToken()),
});

/** By their digests, in a time that tells nothing. */
function isSameText(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return wanted !== '' && timingSafeEqual(digest(given), digest(wanted));
}
