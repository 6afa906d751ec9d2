import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { unlessMissing } from '../files/file-fault.ts';
import type { EventLines } from './attempts.ts';
import { type LineLimits, lineReader } from './line-reader.ts';

const CHUNK_BYTES = 256 * 1024;
const MEBIBYTE = 1024 * 1024;
const LIMITS: LineLimits = { maxLineBytes: 8 * MEBIBYTE, maxLines: 5_000, maxBytes: 4 * MEBIBYTE };

export type EventReading = Readonly<{
  path: string;
  from: number;
  /** Asked only when a line is unfinished: whether the agent can still finish it. */
  isOver: () => Promise<boolean>;
}>;

/** Reads the record of an agent from a cursor on. */
export type EventReader = (reading: EventReading) => Promise<EventLines>;

/**
 * Remembers, per file, how far an unfinished line that is too long was scanned, so that it is not scanned
 * again at each look. Losing it costs only time.
 */
export function eventReader(): EventReader {
  const longLines = new Map<string, { from: number; seenBytes: number }>();

  return ({ path, from, isOver }) =>
    unlessMissing<EventLines>(path, { lines: [], next: from, tooLong: 0, isAll: true }, async () => {
      const known = longLines.get(path);
      const skippedBytes = known?.from === from ? known.seenBytes : 0;
      const reader = lineReader(LIMITS, skippedBytes);
      const isAll = await feed(path, from + skippedBytes, reader.push);
      if (isAll && reader.result().restBytes > 0 && (await isOver())) {
        // What was written after our last byte is read by the next look, before the rest is called a line.
        if (await isAtEnd(path, from + reader.result().bytes + reader.result().restBytes)) reader.finish();
      }
      const { lines, bytes, tooLong, restBytes } = reader.result();
      if (restBytes > LIMITS.maxLineBytes) longLines.set(path, { from: from + bytes, seenBytes: restBytes });
      else longLines.delete(path);
      return { lines, next: from + bytes, tooLong, isAll };
    });
}

/** True when the end of the file was reached, false when the reader had enough. */
async function feed(path: string, from: number, push: (chunk: Uint8Array) => boolean): Promise<boolean> {
  // Most reads find nothing new, and the sync call is faster than the thread pool.
  if (statSync(path).size <= from) return true;
  const file = await open(path, 'r');
  try {
    const chunk = new Uint8Array(CHUNK_BYTES);
    for (let at = from; ; ) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, at);
      if (bytesRead === 0) return true;
      if (!push(chunk.subarray(0, bytesRead))) return false;
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}

async function isAtEnd(path: string, position: number): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    return (await file.stat()).size === position;
  } finally {
    await file.close();
  }
}
