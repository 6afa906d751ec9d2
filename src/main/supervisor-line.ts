import { existsSync } from 'node:fs';
import type { SupervisorPort } from '../app/supervisor/supervisor-deps.ts';
import type { ProjectPaths } from '../runtime/project/project-paths.ts';
import type { SupervisorClient } from '../runtime/socket/client.ts';
import type { RunningSupervisor, SupervisorProgram } from '../runtime/supervisor/start.ts';
import { bundleFile, type Env, withoutAttempt } from './project.ts';

export type SupervisorLine = Readonly<{
  /** A supervisor is there afterwards. */
  ensureSupervisor: () => Promise<RunningSupervisor>;
  /** Starts one, and waits for nothing. */
  launchSupervisor: () => Promise<void>;
  /** A line to the supervisor; null when none runs. */
  connect: () => Promise<SupervisorClient | null>;
}>;

/** The words that start the supervisor of a project. */
export const supervisorProgram = (root: string): readonly string[] => [
  bundleFile('supervisor.cjs'),
  '--project',
  root,
];

/** How this process reaches the supervisor of a project, and starts it. */
export const supervisorLine = (paths: ProjectPaths, env: Env): SupervisorLine => ({
  async launchSupervisor() {
    const { launchSupervisor } = await import('../runtime/supervisor/start.ts');
    launchSupervisor(startOf(paths, env));
  },
  async connect() {
    const { connect } = await import('../runtime/socket/client.ts');
    return connect(paths.socketFile);
  },
  async ensureSupervisor() {
    const { ensureSupervisor } = await import('../runtime/supervisor/start.ts');
    const { ensureStopMarkGone } = await import('../runtime/supervisor/stop-mark.ts');
    ensureStopMarkGone(paths);
    return ensureSupervisor(startOf(paths, env));
  },
});

const startOf = (paths: ProjectPaths, env: Env): SupervisorProgram => ({
  paths,
  program: supervisorProgram(paths.root),
  nodePath: process.execPath,
  env: withoutAttempt(env),
});

/** What verbs ask of the supervisor of one project. */
export const supervisorPort = (
  { connect, ensureSupervisor }: SupervisorLine,
  paths: ProjectPaths,
): SupervisorPort => ({
  async observe() {
    const client = await connect();
    client?.close();
    if (client !== null) return { is: 'serving', ...client.greeting };
    const { observeLockHolder } = await import('../runtime/supervisor/lock-holder.ts');
    const holder = observeLockHolder(paths.lockFile);
    return holder === null ? { is: 'absent' } : { is: 'silent', ...holder };
  },
  ensureRunning: ensureSupervisor,
  async ensureStopped(timeoutMs) {
    // Swarm was never at work here, and a mark would be the first thing of it.
    if (!existsSync(paths.swarmDir)) return null;
    const { ensureStopMark } = await import('../runtime/supervisor/stop-mark.ts');
    ensureStopMark(paths);
    const client = await connect();
    return client === null ? null : client.stop(timeoutMs);
  },
});
