import { constants, lstatSync, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { readPart } from '../files/read-part.ts';

const MEBIBYTE = 1024 * 1024;
/** What an agent delivers in one file. A longer one is cut, so that its check fails and says so. */
const MAX_FILE_BYTES = 8 * MEBIBYTE;
const ERROR_BYTES = 8 * 1024;
const ERROR_LINES = 20;

/** The text of a plain file that an agent wrote, at most 8 MiB of it; null when there is none. */
export const readWritten = (path: string): Promise<string | null> =>
  unlessMissing(path, null, async () => {
    // A read from a pipe or a device would block for ever.
    if (!lstatSync(path).isFile()) return null;
    return (await readPart(path, { from: 0, bytes: MAX_FILE_BYTES })).toString('utf8');
  });

/** The last lines of stderr.log. */
export const readLastLines = (path: string): Promise<string> =>
  unlessMissing(path, '', async () => {
    const { size } = statSync(path);
    if (size === 0) return '';
    const from = Math.max(0, size - ERROR_BYTES);
    const text = (await readPart(path, { from, bytes: ERROR_BYTES })).toString('utf8');
    const lines = text.trimEnd().split('\n');
    // The first line is torn, unless the whole file was read.
    return (from > 0 && lines.length > 1 ? lines.slice(1) : lines).slice(-ERROR_LINES).join('\n');
  });

/** Puts text at a byte position of a file. The same text at the same place changes nothing. */
export async function writeAt(path: string, position: number, text: string): Promise<void> {
  await withFileFaults(path, async () => {
    const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
    try {
      await writeAll(file, position, Buffer.from(text, 'utf8'));
    } finally {
      await file.close();
    }
  });
}

async function writeAll(file: FileHandle, position: number, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}

/** True for a plain file that has something in it. */
export const hasContent = (path: string): Promise<boolean> =>
  unlessMissing(path, false, async () => {
    const found = await stat(path);
    return found.isFile() && found.size > 0;
  });
