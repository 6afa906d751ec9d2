import { spawn } from 'node:child_process';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import type { Env } from './project.ts';

const STDERR = 2;

/**
 * Runs a program of the person's in a folder, with this text on its stdin. Its output goes to stderr where
 * stdout has to hold one value.
 */
export function runProgram(
  [program = '', ...args]: readonly string[],
  { cwd, env, input }: Readonly<{ cwd: string; env: Env; input: string }>,
): Promise<Outcome<null>> {
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', STDERR, STDERR] });
  // It may end before it has read everything.
  child.stdin?.on('error', () => undefined).end(input);
  const failed = (problem: string): Outcome<null> => refuse({ code: 'program-failed', program, problem });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(failed(problemOf(error))));
    child.on('exit', (code, signal) => resolve(code === 0 ? accept(null) : failed(`exit ${code ?? signal}`)));
  });
}

const problemOf = (error: NodeJS.ErrnoException): string =>
  error.code === 'ENOENT' ? 'it is not installed' : error.message;
