import type { Places } from '../runtime/project/places.ts';
import type { SupervisorClient } from '../runtime/socket/client.ts';
import type { SupervisorSight } from '../runtime/supervisor/start.ts';
import { bundleFile, type Env, withoutAttempt } from './project.ts';

export type SupervisorLine = Readonly<{
  /** A supervisor is there afterwards. */
  ensureSupervisor: () => Promise<SupervisorSight>;
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
export const supervisorLine = (places: Places, env: Env): SupervisorLine => ({
  async connect() {
    const { connect } = await import('../runtime/socket/client.ts');
    return connect(places.socketFile);
  },
  async ensureSupervisor() {
    const { ensureSupervisor } = await import('../runtime/supervisor/start.ts');
    return ensureSupervisor({
      places,
      program: supervisorProgram(places.root),
      nodePath: process.execPath,
      env: withoutAttempt(env),
    });
  },
});
