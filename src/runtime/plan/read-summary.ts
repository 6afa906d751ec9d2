import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { readOwn } from '../agent-files/read-plain.ts';

const SUMMARY_MOST_BYTES = 1_000_000;

/** What was talked over; null where there is no such file. */
export async function readSummary(folder: string, name: string): Promise<string | null> {
  const file = join(folder, `conversation_summary_${name}.md`);
  const read = readOwn(file, SUMMARY_MOST_BYTES);
  if (read === null) return null;
  if ('problem' in read) throw new Fault('file-failed', `${file} ${read.problem}`, { hint: REPLACE });
  if (read.text !== null) return read.text;
  throw new Fault(
    'file-too-large',
    `${file} has ${read.bytes} bytes; at most ${SUMMARY_MOST_BYTES} are read`,
    { hint: 'Say it shorter: all of it goes to the architect' },
  );
}

const REPLACE = 'Move it away, and write a plain file in its place';
