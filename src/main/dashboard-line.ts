import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DashboardWish, RunningDashboard } from '../cli/host.ts';
import { Fault } from '../domain/fault.ts';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import { type DashboardFiles, dashboardFiles, type Served } from '../runtime/dashboard/dashboard-files.ts';
import { waitInFolder } from '../runtime/files/watch.ts';
import { hearReadiness, spawnDaemon } from '../runtime/process/daemon.ts';
import { isAlive } from '../runtime/process/identity.ts';
import { sendSignalTo } from '../runtime/process/signal.ts';
import type { ProjectPaths } from '../runtime/project/project-paths.ts';
import { observeLockHolder } from '../runtime/supervisor/lock-holder.ts';
import { openStartLog } from '../runtime/supervisor/start-log.ts';
import { bundleFile, type Env, withoutAttempt } from './project.ts';

const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 10_000;
const LOOK_EVERY_MS = 20;
const MOST_STARTS = 3;
const TOKEN_BYTES = 32;

/** Ensures that the page of this project is served, and gives an address that signs in one browser. */
export async function openDashboard(
  paths: ProjectPaths,
  env: Env,
  wish: DashboardWish,
): Promise<Outcome<RunningDashboard>> {
  const files = dashboardFiles(paths);
  files.ensureFolder();
  const there = await findServed(files);
  if (there !== null && wish.port !== undefined && there.port !== wish.port)
    return refuse({ code: 'dashboard-elsewhere', port: there.port });
  if (there === null || wish.keep) files.keep(wish.keep);
  for (const token of [files.metricsToken, files.mcpToken])
    token.ensure(() => randomBytes(TOKEN_BYTES).toString('base64url'));
  const served = there ?? (await start(paths, { files, env, port: wish.port }));
  const url = `http://127.0.0.1:${served.port}/?token=${files.tokens.issue()}`;
  return accept({
    url,
    port: served.port,
    pid: served.pid,
    started: there === null,
    metricsTokenFile: files.metricsToken.path,
    mcpTokenFile: files.mcpToken.path,
  });
}

/** The server that holds the lock; null when none does. One that is about to listen is waited for. */
async function findServed(files: DashboardFiles): Promise<Served | null> {
  if (observeLockHolder(files.lockFile) === null) return null;
  const find = async (): Promise<Served | null> => {
    const served = files.readServed();
    return served !== null && isHolder(files, served) && (await isAlive(served)) ? served : null;
  };
  await waitInFolder(files.folder, { withinMs: START_LIMIT_MS }, async () => (await find()) !== null);
  return find();
}

/** A file may name any process. The one that serves holds the lock, where the system tells who does. */
function isHolder({ lockFile }: DashboardFiles, { pid }: Served): boolean {
  const holder = observeLockHolder(lockFile);
  return holder !== null && (holder.pid === null || holder.pid === pid);
}

type Starting = Readonly<{ files: DashboardFiles; env: Env; port: number | undefined }>;

/** Of several commands that start one at once, one wins, and the others find it. */
async function start(paths: ProjectPaths, { files, env, port }: Starting): Promise<Served> {
  for (let tries = 0; tries < MOST_STARTS; tries += 1) {
    const isOurs = await startOnce(paths, env, port);
    const served = isOurs ? files.readServed() : await findServed(files);
    if (served !== null) return served;
  }
  throw new Fault('dashboard-failed', "the page's server starts but does not stay", { retry: true });
}

/** False when another one was there already. */
async function startOnce(paths: ProjectPaths, env: Env, port: number | undefined): Promise<boolean> {
  const log = openStartLog(paths.logsDir, 'dashboard.log');
  const words = ['--project', paths.root, ...(port === undefined ? [] : ['--port', String(port)])];
  const program = [bundleFile('dashboard.cjs'), ...words];
  const wanted = { paths, program, nodePath: process.execPath, env: withoutAttempt(env) };
  const child = spawnDaemon(wanted, log.descriptor);
  const readiness = await hearReadiness(child, START_LIMIT_MS);
  child.unref();
  if (readiness.is !== 'failed') return readiness.is === 'ready';
  child.kill('SIGKILL');
  throw new Fault('dashboard-failed', `the page's server did not start: ${readiness.problem}`, {
    hint: `its log is ${log.file}`,
    retry: true,
  });
}

/** Null when none was there. */
export async function stopDashboard(paths: ProjectPaths): Promise<number | null> {
  const files = dashboardFiles(paths);
  const served = files.readServed();
  if (served === null || !isHolder(files, served)) return null;
  if (!(await sendSignalTo(served, 'SIGTERM'))) return null;
  for (let waited = 0; waited < STOP_LIMIT_MS; waited += LOOK_EVERY_MS) {
    if (!(await isAlive(served))) return served.pid;
    await pause(LOOK_EVERY_MS);
  }
  throw new Fault('dashboard-failed', `the page's server (pid ${served.pid}) does not leave`, {
    hint: `end it: kill -9 ${served.pid}`,
  });
}

/** Opens the address in the person's browser, if there is one; nothing depends on it. */
export function openBrowser(url: string, env: Env): void {
  const hasScreen = process.platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  if (!hasScreen) return;
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(program, [url], { stdio: 'ignore', detached: true, env: { ...env } });
  child.on('error', () => {}).unref();
}
