import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { plainLines } from '../../domain/session/error-lines.ts';
import { withFileFaults } from '../files/file-fault.ts';
import { readPart } from '../files/read-part.ts';
import { runToEnd } from '../process/logged-command.ts';
import type { Gates } from './gates.ts';

/** An agent is shown the end of what a gate printed. */
const SHOWN_LETTERS = 4_000;
const READ_BYTES = 4 * SHOWN_LETTERS;
/** Exit codes of a shell for a command that does not exist or cannot be run. */
const MISSING_CODES: ReadonlySet<number | null> = new Set([126, 127]);

type GateSettings = Readonly<{
  root: string;
  logsDir: string;
  env: Readonly<Record<string, string>>;
  limitMs: number;
}>;

export const realGates = ({ root, logsDir, env, limitMs }: GateSettings): Gates => ({
  async run({ name, command, workDir }, signal) {
    const logFile = join(logsDir, 'gates', `${name}.log`);
    await withFileFaults(logFile, () => mkdir(dirname(logFile), { recursive: true, mode: 0o700 }));
    const { problem, code } = await runToEnd({
      command: ['sh', '-c', command],
      cwd: workDir ?? root,
      env,
      logFile,
      identityFile: `${logFile}.process`,
      limitMs,
      signal,
      endsAll: true,
    });
    if (problem === null) return { isGreen: true };
    const output = `${await readEnd(logFile)}\n(it ${problem})`.trimStart();
    return { isGreen: false, output, isMissing: MISSING_CODES.has(code) };
  },
});

// A tail: the whole output may not fit into memory.
async function readEnd(logFile: string): Promise<string> {
  const text = await withFileFaults(logFile, async () => {
    const { size } = await stat(logFile);
    return readPart(logFile, { from: Math.max(0, size - READ_BYTES), bytes: READ_BYTES });
  });
  return plainLines(text.toString('utf8')).join('\n').trimEnd().slice(-SHOWN_LETTERS);
}
