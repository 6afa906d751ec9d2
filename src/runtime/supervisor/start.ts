import { dirname } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { waitInFolder } from '../files/watch.ts';
import { type DaemonProgram, hearReadiness, launchDaemon, spawnDaemon } from '../process/daemon.ts';
import { ensureRuntimeDir } from '../project/ensure-project.ts';
import type { ProjectPaths } from '../project/project-paths.ts';
import { connect } from '../socket/client.ts';
import { observeLockHolder } from './lock-holder.ts';
import { openStartLog } from './start-log.ts';

const SUPERVISOR_LOG = 'supervisor.log';
const START_LIMIT_MS = 10_000;
// Shares of the limit to wait for one that has the lock. It may be leaving, so the first wait is short.
const WAITS = [0.02, 0.08, 0.3, 0.6];

export type SupervisorProgram = DaemonProgram &
  Readonly<{
    paths: Pick<ProjectPaths, 'root' | 'logsDir' | 'lockFile' | 'socketFile' | 'runtimeDir'>;
    /** For getting ready, and for the answer of one that is already there. */
    limitMs?: number;
  }>;

export type RunningSupervisor = Readonly<{ pid: number; started: boolean }>;

/** Ensures that a supervisor answers at the project's socket. Concurrent calls end with one supervisor. */
export async function ensureSupervisor(wanted: SupervisorProgram): Promise<RunningSupervisor> {
  const { socketFile } = wanted.paths;
  const limitMs = wanted.limitMs ?? START_LIMIT_MS;
  ensureRuntimeDir(wanted.paths);
  let running = await observeSupervisor(socketFile);
  for (const share of WAITS) {
    if (running !== null) break;
    const started = await start(wanted, limitMs);
    if (started !== null) return { pid: started, started: true };
    refuseStopped(wanted.paths.lockFile);
    running = await waitForSupervisor(socketFile, limitMs * share);
  }
  if (running !== null) return { pid: running, started: false };
  throw new Fault(
    'supervisor-failed',
    'another supervisor holds the lock of this project but does not answer',
    {
      hint:
        'look at it: swarm supervisor status; end that process if it hangs. It may also listen elsewhere, ' +
        'if it was started with another XDG_RUNTIME_DIR or SWARM_RUNTIME_DIR',
      retry: true,
    },
  );
}

// One that a signal has stopped does not answer until it is let go on: there is nothing to wait for.
function refuseStopped(lockFile: string): void {
  const holder = observeLockHolder(lockFile);
  if (holder === null || !holder.isStopped) return;
  throw new Fault('supervisor-stopped', `the supervisor (pid ${holder.pid}) is stopped and does not answer`, {
    hint: `let it go on: kill -CONT ${holder.pid}`,
    retry: true,
  });
}

/** Starts one without waiting for it. Where another has the lock, it stands down by itself. */
export function launchSupervisor(wanted: SupervisorProgram): void {
  ensureRuntimeDir(wanted.paths);
  launchDaemon(wanted, openStartLog(wanted.paths.logsDir, SUPERVISOR_LOG).descriptor);
}

/** The pid of the supervisor that we started; null when it exited because another one has the lock. */
async function start(wanted: SupervisorProgram, limitMs: number): Promise<number | null> {
  const log = openStartLog(wanted.paths.logsDir, SUPERVISOR_LOG);
  const child = spawnDaemon(wanted, log.descriptor);
  const readiness = await hearReadiness(child, limitMs);
  child.unref();
  if (readiness.is === 'already-running') return null;
  if (readiness.is === 'ready' && child.pid !== undefined) return child.pid;
  child.kill('SIGKILL');
  const problem = readiness.is === 'failed' ? readiness.problem : 'it has no process id';
  throw new Fault(
    'supervisor-failed',
    [`the supervisor did not start: ${problem}`, ...log.readLast()].join('\n'),
    {
      hint: `its log is ${log.file}; "swarm supervisor run" starts it where you can watch it`,
      retry: true,
    },
  );
}

/** The pid of the supervisor that answers at this socket; null when none does. */
export async function observeSupervisor(socketFile: string): Promise<number | null> {
  const client = await connect(socketFile);
  client?.close();
  return client?.greeting.pid ?? null;
}

/** The same, but waits for one that is about to listen. */
async function waitForSupervisor(socketFile: string, limitMs: number): Promise<number | null> {
  let pid: number | null = null;
  await waitInFolder(dirname(socketFile), { withinMs: limitMs }, async () => {
    pid = await observeSupervisor(socketFile);
    return pid !== null;
  });
  return pid;
}
