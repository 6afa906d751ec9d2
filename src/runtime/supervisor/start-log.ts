import { fstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';
import { readPlainPart } from '../agent-files/read-plain.ts';
import { openLog } from '../log/open-log.ts';

const KEPT_BYTES = 1024 * 1024;
const SHOWN_LINES = 20;

/** Where stdout and stderr of a program go that was started to stay. A healthy one writes little there. */
export type StartLog = Readonly<{
  file: string;
  descriptor: number;
  /** The last lines that were written since it was opened. */
  readLast(): readonly string[];
}>;

export function openStartLog(logsDir: string, name: string): StartLog {
  const file = join(logsDir, name);
  try {
    const files = new AgentFiles(dirname(logsDir), new Oddities());
    if ((files.observe(file)?.size ?? 0) > KEPT_BYTES) files.move(file, `${file}.1`);
    const descriptor = openLog({ file, base: dirname(logsDir), isFresh: false });
    const from = fstatSync(descriptor).size;
    return {
      file,
      descriptor,
      readLast: () => lastLines(file, from),
    };
  } catch (cause) {
    throw new Fault('supervisor-failed', `cannot write ${file}: ${(cause as Error).message}`, { cause });
  }
}

function lastLines(file: string, from: number): readonly string[] {
  try {
    const text = readPlainPart(file, { from, bytes: KEPT_BYTES })?.toString('utf8') ?? '';
    // Where in the code it happened says nothing to the person; the log has it.
    const lines = text.split('\n').filter((line) => line !== '' && !/^ +at /.test(line));
    return lines.slice(-SHOWN_LINES);
  } catch {
    return [];
  }
}
