import { parseArgs } from 'node:util';
import { Fault } from '../domain/fault.ts';
import { acquireSupervisorLock } from '../runtime/supervisor/lock.ts';
import { sayReadiness } from '../runtime/supervisor/readiness.ts';
import { readFailpoints } from './failpoints.ts';
import { openProject, type Project } from './project.ts';
import { runSupervisor } from './run-supervisor.ts';

/** The supervisor program. A second one for the same project stands down. */
export async function main(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values } = parseArgs({ args: argv, options: { project: { type: 'string' } } });
  let project: Project;
  try {
    project = await openProject(
      values.project ?? process.cwd(),
      env,
      readFailpoints(env, 'SWARM_SUPERVISOR'),
    );
  } catch (error) {
    sayReadiness(env, { is: 'failed', problem: error instanceof Error ? error.message : String(error) });
    throw error;
  }
  const lock = acquireSupervisorLock(project.places.lockFile);
  if (!lock.isAcquired) {
    sayReadiness(env, { is: 'already-running' });
    await project.store.close();
    process.stderr.write('another supervisor is at work for this project; standing down\n');
    return 0;
  }
  try {
    await runSupervisor(project, env);
  } catch (error) {
    sayReadiness(env, { is: 'failed', problem: error instanceof Error ? error.message : String(error) });
    throw error instanceof Error ? error : new Fault('supervisor-failed', String(error));
  }
  lock.release();
  return 0;
}
