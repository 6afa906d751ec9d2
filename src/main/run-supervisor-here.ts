import { spawn } from 'node:child_process';
import type { Env, Project } from './project.ts';
import { supervisorProgram } from './supervisor-line.ts';

/** Runs the supervisor in the foreground, until it ends; its exit code. */
export function runSupervisorHere({ paths }: Pick<Project, 'paths'>, env: Env): Promise<number> {
  // Both of us hear the interrupt of the terminal; the supervisor is the one that knows how to end.
  process.removeAllListeners('SIGINT');
  process.on('SIGINT', () => {});
  const words = supervisorProgram(paths.root);
  const child = spawn(process.execPath, words, { stdio: 'inherit', env: { ...env }, cwd: paths.root });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 2)));
  });
}
