import { parseArgs } from 'node:util';
import { Fault } from '../domain/fault.ts';
import { type HttpServer, serve } from '../http/serve.ts';
import { type DashboardFiles, dashboardFiles } from '../runtime/dashboard/dashboard-files.ts';
import { portsFor } from '../runtime/dashboard/ports.ts';
import { observeIdentity } from '../runtime/process/identity.ts';
import { projectPaths } from '../runtime/project/project-paths.ts';
import { acquireSupervisorLock } from '../runtime/supervisor/lock.ts';
import { sayReadiness } from '../runtime/supervisor/readiness.ts';
import { dashboardHost } from './dashboard-host.ts';
import { writeError } from './output.ts';
import type { Env } from './project.ts';
import { shiftClock } from './shifted-clock.ts';
import { type OpenedApp, openApp } from './wire.ts';

declare const __SWARM_VERSION__: string;

const LOOK_EVERY_MS = 60_000;

/** The server of the page. A second one for the same project stands down. */
export async function main(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = { project: { type: 'string' }, port: { type: 'string' } } as const;
  const { values } = parseArgs({ args: argv, options });
  shiftClock(env);
  try {
    return await serveProject(values.project ?? process.cwd(), Number(values.port ?? 0), env);
  } catch (error) {
    sayReadiness(env, { is: 'failed', problem: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

async function serveProject(root: string, wanted: number, env: NodeJS.ProcessEnv): Promise<number> {
  const files = dashboardFiles(projectPaths(root));
  files.ensureFolder();
  const lock = acquireSupervisorLock(files.lockFile);
  if (!lock.isAcquired) {
    sayReadiness(env, { is: 'already-running' });
    return 0;
  }
  const opened = await openApp(root, env, { admit: admitOf(root, env) });
  if (!opened.project.isTrusted) throw notTrusted(root);
  const server = await listen(opened, { files, wanted, env });
  const asked = askedToLeave();
  files.saveServed({ ...(await thisProcess()), port: server.port, version: __SWARM_VERSION__ });
  sayReadiness(env, { is: 'ready' });
  const idle = leaveWhenIdle({ opened, files, server, leave: asked.leave });
  await asked.over;
  clearInterval(idle);
  await server.close();
  await opened.close();
  lock.release();
  return 0;
}

/** Asked anew each time: a person may revoke the trust while the server runs. */
const admitOf = (root: string, env: Env) => async () =>
  (await import('./admission.ts')).admit({ root, env, ask: null });

const notTrusted = (root: string): Fault =>
  new Fault('project-not-trusted', `not trusted: ${root}`, { hint: 'swarm trust' });

async function thisProcess() {
  const identity = await observeIdentity(process.pid);
  if (identity === undefined) throw new Fault('process-unseen', 'this process is not in the process table');
  return identity;
}

type Listening = Readonly<{ files: DashboardFiles; wanted: number; env: Env }>;

/** The port that was asked for; else the one that the project had before, or one of its own. */
async function listen(opened: OpenedApp, { files, wanted, env }: Listening): Promise<HttpServer> {
  const host = dashboardHost(opened, files, env);
  const had = files.readServed()?.port ?? null;
  const ports = wanted > 0 ? [wanted] : portsFor(opened.project.paths.root, had);
  for (const port of ports) {
    const server = await serve(host, port);
    if (server !== null) return server;
  }
  throw new Fault('port-taken', `port ${wanted} of 127.0.0.1 is not free`, {
    hint: 'Choose another: swarm dashboard --port <n>',
  });
}

function askedToLeave(): Readonly<{ over: Promise<void>; leave: () => void }> {
  let leave = (): void => {};
  const over = new Promise<void>((resolve) => {
    leave = resolve;
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, leave);
  return { over, leave };
}

type Serving = Readonly<{
  opened: OpenedApp;
  files: DashboardFiles;
  server: HttpServer;
  leave: () => void;
}>;

/** Without viewers for long, or without its rows, there is nothing to serve. */
function leaveWhenIdle({ opened, files, server, leave }: Serving): NodeJS.Timeout {
  const { config, isStoreIntact } = opened.project;
  const { idleStopMs } = config.dashboard;
  return setInterval(
    () => {
      if (!isStoreIntact()) writeError('the store was removed or replaced: leaving\n');
      const isIdle = server.idleMs() >= idleStopMs && !files.isKept();
      if (isIdle || !isStoreIntact()) leave();
    },
    Math.min(LOOK_EVERY_MS, idleStopMs),
  );
}
