import { fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { makeFolder } from '../files/make-folder.ts';

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
    makeFolder(logsDir);
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > KEPT_BYTES) renameSync(file, `${file}.1`);
    const descriptor = openSync(file, 'a', 0o600);
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
    const text = readFileSync(file).subarray(from).toString('utf8');
    // Where in the code it happened says nothing to the person; the log has it.
    const lines = text.split('\n').filter((line) => line !== '' && !/^ +at /.test(line));
    return lines.slice(-SHOWN_LINES);
  } catch {
    return [];
  }
}
