import { parseArgs } from 'node:util';
import { Fault } from '../domain/fault.ts';
import { assertNotCommitted } from '../runtime/project/committed-folder.ts';
import { acquireSupervisorLock } from '../runtime/supervisor/lock.ts';
import { sayReadiness } from '../runtime/supervisor/readiness.ts';
import { ensureAccepted } from '../runtime/workspace/accepted-keys.ts';
import { openGit } from '../runtime/workspace/git.ts';
import { readFailpoints } from './failpoints.ts';
import { fillDisk, readFullDisk, withFullDisk } from './full-disk.ts';
import { writeError } from './output.ts';
import { openProject, type Project } from './project.ts';
import { runSupervisor } from './run-supervisor.ts';
import { shiftClock } from './shifted-clock.ts';

/** Nothing runs in a project that is not trusted, or whose rows came with its repository. */
async function assertOurs({ paths, isTrusted }: Project, env: NodeJS.ProcessEnv): Promise<void> {
  if (!isTrusted) {
    throw new Fault('project-not-trusted', `not trusted: ${paths.root}`, { hint: 'swarm trust' });
  }
  await assertNotCommitted(paths, env);
  await ensureAccepted(openGit(env), paths.root, env);
  // It was meant for this process: what is started from here must not inherit the person's word.
  delete env.SWARM_TRUST;
}

/** The supervisor program. A second one for the same project stands down. */
export async function main(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values } = parseArgs({ args: argv, options: { project: { type: 'string' } } });
  shiftClock(env);
  const fullDisk = readFullDisk(env);
  await fillDisk(fullDisk);
  let project: Project;
  try {
    project = await openProject(
      values.project ?? process.cwd(),
      env,
      readFailpoints(env, 'SWARM_SUPERVISOR'),
    );
    await assertOurs(project, env);
  } catch (error) {
    sayReadiness(env, { is: 'failed', problem: error instanceof Error ? error.message : String(error) });
    throw error;
  }
  const lock = acquireSupervisorLock(project.paths.lockFile);
  if (!lock.isAcquired) {
    sayReadiness(env, { is: 'already-running' });
    await project.store.close();
    writeError('another supervisor is at work for this project; standing down\n');
    return 0;
  }
  try {
    await runSupervisor({ ...project, store: withFullDisk(project.store, fullDisk) }, env);
  } catch (error) {
    sayReadiness(env, { is: 'failed', problem: error instanceof Error ? error.message : String(error) });
    throw error instanceof Error ? error : new Fault('supervisor-failed', String(error));
  }
  lock.release();
  return 0;
}
