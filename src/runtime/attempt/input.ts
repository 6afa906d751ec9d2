import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Fault } from '../../domain/fault.ts';
import { withFileFaults } from '../files/file-fault.ts';

const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;
const COMPARE_BYTES = 1024 * 1024;

/**
 * Makes the file contain exactly this text, by appending what is missing. The agent has read what is there,
 * so it is never rewritten; if it differs, another program wrote into the file.
 */
export async function ensureInputText(path: string, text: string): Promise<void> {
  const wanted = Buffer.from(text, 'utf8');
  await withFileFaults(path, async () => {
    const file = await open(path, APPEND, 0o600);
    try {
      const { size } = await file.stat();
      if (!(await isPrefix(file, size, wanted))) throw inputFault(path);
      await append(file, wanted.subarray(size));
      if ((await file.stat()).size !== wanted.length) throw inputFault(path);
    } finally {
      await file.close();
    }
  });
}

async function isPrefix(file: FileHandle, size: number, wanted: Buffer): Promise<boolean> {
  if (size > wanted.length) return false;
  const chunk = Buffer.alloc(Math.min(COMPARE_BYTES, size));
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, size - at), at);
    if (bytesRead === 0) return false;
    if (!chunk.subarray(0, bytesRead).equals(wanted.subarray(at, at + bytesRead))) return false;
    at += bytesRead;
  }
  return true;
}

async function append(file: FileHandle, rest: Buffer): Promise<void> {
  for (let at = 0; at < rest.length; ) {
    const { bytesWritten } = await file.write(rest, at, rest.length - at);
    at += bytesWritten;
  }
}

const inputFault = (path: string): Fault =>
  new Fault('input-differs', `The input of the agent holds something that Swarm did not write: ${path}`);
