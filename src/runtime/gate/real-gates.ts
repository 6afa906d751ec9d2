import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withFileFaults } from '../files/file-fault.ts';
import { runLogged } from '../process/logged-command.ts';
import type { Gates } from './gates.ts';

/** An agent is shown the end of what a gate printed. */
const SHOWN_LETTERS = 4_000;

type Around = Readonly<{
  root: string;
  logsDir: string;
  env: Readonly<Record<string, string>>;
  limitMs: number;
}>;

export const realGates = ({ root, logsDir, env, limitMs }: Around): Gates => ({
  async run({ name, command, workDir }) {
    const logFile = join(logsDir, 'gates', `${name}.log`);
    await withFileFaults(logFile, () => mkdir(dirname(logFile), { recursive: true, mode: 0o700 }));
    const problem = await runLogged({
      command: ['sh', '-c', command],
      cwd: workDir ?? root,
      env,
      logFile,
      identityFile: `${logFile}.process`,
      limitMs,
      endsAll: true,
    });
    if (problem === null) return { isGreen: true };
    const log = await withFileFaults(logFile, () => readFile(logFile, 'utf8'));
    return { isGreen: false, output: `${log.trimEnd().slice(-SHOWN_LETTERS)}\n(it ${problem})`.trimStart() };
  },
});
