import type { AgentFiles } from '../agent-files/agent-files.ts';
import type { EventLines } from './attempts.ts';
import { type LineLimits, lineReader } from './line-reader.ts';

const MEBIBYTE = 1024 * 1024;
const LIMITS: LineLimits = { maxLineBytes: 8 * MEBIBYTE, maxLines: 5_000, maxBytes: 4 * MEBIBYTE };
/** A line without an end is scanned no further in one look. */
const MOST_SCANNED = 64 * MEBIBYTE;

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
export function eventReader(files: AgentFiles): EventReader {
  const longLines = new Map<string, { from: number; seenBytes: number }>();
  const sizeOf = (path: string): number => files.observe(path)?.size ?? 0;

  return async ({ path, from, isOver }) => {
    const known = longLines.get(path);
    const skippedBytes = known?.from === from ? known.seenBytes : 0;
    const reader = lineReader(LIMITS, skippedBytes);
    const isAll = feed(files, path, { from: from + skippedBytes, push: reader.push });
    if (isAll && reader.result().restBytes > 0 && (await isOver())) {
      // What was written after our last byte is read by the next look, before the rest is called a line.
      if (sizeOf(path) === from + reader.result().bytes + reader.result().restBytes) reader.finish();
    }
    const { lines, bytes, tooLong, restBytes } = reader.result();
    if (restBytes > LIMITS.maxLineBytes) longLines.set(path, { from: from + bytes, seenBytes: restBytes });
    else longLines.delete(path);
    return { lines, next: from + bytes, tooLong, isAll };
  };
}

type Feeding = Readonly<{ from: number; push: (chunk: Uint8Array) => boolean }>;

/** True when the end of the file was reached, false when the reader had enough. */
function feed(files: AgentFiles, path: string, { from, push }: Feeding): boolean {
  // Most reads find nothing new.
  if (files.hasFile(path) && (files.observe(path)?.size ?? 0) <= from) return true;
  let scanned = 0;
  return (
    files.feed(path, from, (chunk) => {
      scanned += chunk.length;
      return push(chunk) && scanned < MOST_SCANNED;
    }) !== 'enough'
  );
}
