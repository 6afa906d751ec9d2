import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { parseReadiness, READINESS_VARIABLE, type Readiness } from '../supervisor/readiness.ts';

const READINESS_DESCRIPTOR = 3;

/** A program of ours that outlives the command which starts it. */
export type DaemonProgram = Readonly<{
  paths: Readonly<{ root: string }>;
  /** The script and its words. It runs in the project's root and answers with `sayReadiness`. */
  program: readonly string[];
  nodePath: string;
  env: NodeJS.ProcessEnv;
}>;

/** Starts it; what it prints goes to the log, whose descriptor is closed here. */
export function spawnDaemon({ paths, program, nodePath, env }: DaemonProgram, log: number): ChildProcess {
  try {
    // In a session of its own, so that it outlives the terminal that it was started from.
    return spawn(nodePath, program, {
      cwd: paths.root,
      detached: true,
      env: { ...env, [READINESS_VARIABLE]: String(READINESS_DESCRIPTOR) },
      stdio: ['ignore', log, log, 'pipe'],
    });
  } finally {
    closeSync(log);
  }
}

/** The same, without waiting for it. */
export function launchDaemon(wanted: DaemonProgram, log: number): void {
  const child = spawnDaemon(wanted, log);
  const pipe = child.stdio[READINESS_DESCRIPTOR];
  if (pipe instanceof Readable) pipe.destroy();
  child.on('error', () => {}).unref();
}

/** What it says when it is ready or gives up; a failure when it says nothing in time. */
export function hearReadiness(child: ChildProcess, limitMs: number): Promise<Readiness> {
  const pipe = child.stdio[READINESS_DESCRIPTOR];
  return new Promise((resolve) => {
    let text = '';
    const finish = (readiness: Readiness): void => {
      clearTimeout(timer);
      if (pipe instanceof Readable) pipe.destroy();
      resolve(readiness);
    };
    const fail = (problem: string) => () => finish({ is: 'failed', problem });
    const timer = setTimeout(fail(`it was not ready after ${limitMs} ms`), limitMs);
    child.on('error', (error) => finish({ is: 'failed', problem: error.message }));
    if (!(pipe instanceof Readable)) return;
    pipe.on('error', fail('it ended before it was ready'));
    pipe.on('end', fail('it ended before it was ready'));
    pipe.on('data', (chunk) => {
      text += chunk;
      const readiness = parseReadiness(text);
      if (readiness !== null) finish(readiness);
    });
  });
}
