import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readPlain } from '../agent-files/read-plain.ts';

const MOST_BYTES = 16 * 1024 * 1024;

/** The text of a blob; null where there is none, or another text stands under its name. */
export function readBlob(folder: string, sha256: string): string | null {
  const text = readPlain(join(folder, sha256), MOST_BYTES)?.text ?? null;
  return text !== null && createHash('sha256').update(text).digest('hex') === sha256 ? text : null;
}
