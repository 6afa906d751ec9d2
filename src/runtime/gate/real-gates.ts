import { dirname, join } from 'node:path';
import { plainLines } from '../../domain/session/error-lines.ts';
import { readTail } from '../agent-files/read-plain.ts';
import { runToEnd } from '../process/logged-command.ts';
import { type AgentCommands, renderAgentCommand } from '../wrap/agent-command.ts';
import type { Gates } from './gates.ts';

/** An agent is shown the end of what a gate printed. */
const SHOWN_LETTERS = 4_000;
const READ_BYTES = 4 * SHOWN_LETTERS;
/** Exit codes of a shell for a command that does not exist or cannot be run. */
const MISSING_CODES: ReadonlySet<number | null> = new Set([126, 127]);

type GateSettings = Readonly<{
  root: string;
  logsDir: string;
  commands: AgentCommands;
  limitMs: number;
}>;

export const realGates = ({ root, logsDir, commands, limitMs }: GateSettings): Gates => ({
  async run({ name, command, workDir }, signal) {
    const logFile = join(logsDir, 'gates', `${name}.log`);
    const cwd = workDir ?? root;
    const shell = { command: ['sh', '-c', command], workDir: cwd, as: 'gate' } as const;
    const { problem, code } = await runToEnd({
      ...(await renderAgentCommand(commands, shell)),
      cwd,
      logFile,
      logBase: dirname(logsDir),
      identityFile: `${logFile}.process`,
      limitMs,
      signal,
      endsAll: true,
    });
    if (problem === null) return { isGreen: true };
    const output = `${readEnd(logFile)}\n(it ${problem})`.trimStart();
    return { isGreen: false, output, isMissing: MISSING_CODES.has(code) };
  },
});

// A tail: the whole output may not fit into memory.
const readEnd = (logFile: string): string =>
  plainLines(readTail(logFile, READ_BYTES) ?? '')
    .join('\n')
    .trimEnd()
    .slice(-SHOWN_LETTERS);
