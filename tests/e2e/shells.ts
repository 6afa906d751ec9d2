import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ProgramEnd, TestProject } from './project.ts';

const BUNDLE = resolve(import.meta.dirname, '../../dist/swarm.cjs');

/** A shell of its own, as a person or an agent has one who was started by hand. */
export type Shell = Readonly<{
  pid: number;
  /** Runs `swarm` as a child of this shell. */
  swarm: (...words: string[]) => Promise<ProgramEnd>;
  /** The same, with a file on stdin. */
  swarmFrom: (file: string, ...words: string[]) => Promise<ProgramEnd>;
  json: <T>(...words: string[]) => Promise<T>;
  /** Ends the shell by force, and waits until it is gone. */
  kill: () => Promise<void>;
}>;

/** Each one leads a session of processes, so that what it runs is told from what others run. */
export function openShell(project: TestProject, cwd: string = project.root): Shell {
  const child = spawn('sh', [], {
    cwd,
    env: { ...project.env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>((settle) => child.once('close', () => settle()));
  const heard = { stdout: '', stderr: '' };
  let wake = (): void => undefined;
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      heard[name] += text;
      wake();
    });
  }
  let count = 0;
  const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

  const runOne = async (words: readonly string[], file: string): Promise<ProgramEnd> => {
    count += 1;
    const mark = `--- ${child.pid}.${count} ---`;
    const end = new RegExp(`(\\d*)${mark}\n`);
    heard.stdout = '';
    heard.stderr = '';
    const line = [process.execPath, BUNDLE, ...words].map(quote).join(' ');
    child.stdin.write(
      `${line} < ${quote(file)}; printf '%s%s\\n' "$?" '${mark}'; printf '%s\\n' '${mark}' >&2\n`,
    );
    await new Promise<void>((settle) => {
      const look = (): void => {
        if (end.test(heard.stdout) && end.test(heard.stderr)) settle();
      };
      wake = look;
      void gone.then(settle);
    });
    const [, code = ''] = end.exec(heard.stdout) ?? [];
    const said = (text: string): string => text.replace(end, '');
    return { code: Number(code), stdout: said(heard.stdout), stderr: said(heard.stderr) };
  };

  // One at a time, as in a terminal.
  let last: Promise<unknown> = Promise.resolve();
  const swarmFrom = (file: string, ...words: string[]): Promise<ProgramEnd> => {
    const ran = last.then(() => runOne(words, file));
    last = ran;
    return ran;
  };
  const swarm = (...words: string[]): Promise<ProgramEnd> => swarmFrom('/dev/null', ...words);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(kill);
  return {
    pid: child.pid ?? 0,
    swarm,
    swarmFrom,
    json: async <T>(...words: string[]) => JSON.parse((await swarm(...words, '--json')).stdout) as T,
    kill,
  };
}
