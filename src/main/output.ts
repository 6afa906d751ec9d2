import { writeSync } from 'node:fs';
import { errnoOf } from '../runtime/files/file-fault.ts';

export const STDOUT = 1;
let isStreaming = false;

/**
 * Writes to stdout, straight to the descriptor: to load Node's stream takes as long as the work of a short
 * command. Where the descriptor will not wait for a slow reader, the stream takes over.
 */
export function writeOutput(text: string): Promise<void> {
  const rest = isStreaming ? Buffer.from(text) : writeNow(Buffer.from(text));
  if (rest.length === 0) return Promise.resolve();
  return new Promise((resolve) => process.stdout.write(rest, () => resolve()));
}

/** Ends the program when everything has left, so that a slow reader of a pipe loses nothing. */
export function endOutput(code: number): void {
  if (isStreaming) process.stdout.write('', () => process.exit(code));
  else process.exit(code);
}

/** What could not be written without waiting. */
function writeNow(bytes: Buffer): Buffer {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(STDOUT, rest));
  } catch (error) {
    if (errnoOf(error) !== 'EAGAIN') leave(error);
    isStreaming = true;
    process.stdout.on('error', leave);
  }
  return rest;
}

// The reader of a pipe may leave before the end, as "head" does. There is no one left to tell.
function leave(error: unknown): never {
  process.exit(errnoOf(error) === 'EPIPE' ? 0 : 2);
}
