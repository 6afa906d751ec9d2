import type { SupervisorPort } from '../app/supervisor/supervisor-deps.ts';
import { connect, type SupervisorClient } from '../runtime/socket/client.ts';
import { bundleFile, type Env, type Project, withoutAttempt } from './project.ts';

type Supervised = Pick<Project, 'places'>;

export const supervisorProgram = (root: string): readonly string[] => [
  bundleFile('supervisor.cjs'),
  '--project',
  root,
];

/** A line to the supervisor; null when none runs. */
export const reachSupervisor = ({ places }: Supervised): Promise<SupervisorClient | null> =>
  connect(places.socketFile);

export async function startSupervisor(
  { places }: Supervised,
  env: Env,
): ReturnType<SupervisorPort['ensureRunning']> {
  const { ensureSupervisor } = await import('../runtime/supervisor/start.ts');
  const program = supervisorProgram(places.root);
  return ensureSupervisor({ places, program, nodePath: process.execPath, env: withoutAttempt(env) });
}

export const supervisorPort = (project: Supervised, env: Env): SupervisorPort => ({
  async observe() {
    const client = await reachSupervisor(project);
    client?.close();
    return client?.greeting ?? null;
  },
  ensureRunning: () => startSupervisor(project, env),
  async ensureStopped(timeoutMs) {
    const client = await reachSupervisor(project);
    return client === null ? null : client.stop(timeoutMs);
  },
});
