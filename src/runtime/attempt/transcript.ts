import { basename, dirname, join, relative } from 'node:path';
import { type TranscriptCursor, type TranscriptLines, UNREAD } from '../../domain/attempt/transcript.ts';
import { listNames, readPlainPart } from '../agent-files/read-plain.ts';
import type { TranscriptPaths } from './attempts.ts';
import { type LineLimits, lineReader } from './line-reader.ts';

const MEBIBYTE = 1024 * 1024;
const CHUNK_BYTES = MEBIBYTE;
const LIMITS: LineLimits = { maxLineBytes: 8 * MEBIBYTE, maxLines: 5_000, maxBytes: 4 * MEBIBYTE };
const MOST_PARTS = 500;

/** Reads on in the transcript and its parts. They are the person's files: opened as plain ones only. */
export function readTranscript(
  { file, partsFolder }: TranscriptPaths,
  from: TranscriptCursor,
): readonly TranscriptLines[] {
  const folder = dirname(file);
  const parts = listNames(partsFolder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .slice(0, MOST_PARTS)
    .map((name) => join(partsFolder, name));
  return [file, ...parts].flatMap((path) => {
    const name = path === file ? basename(file) : relative(folder, path);
    const position = from[name] ?? UNREAD;
    const { lines, bytes } = readLines(path, position.bytes);
    return bytes === 0 ? [] : [{ name, lines, bytes: position.bytes + bytes }];
  });
}

/** The whole lines of a transcript, read as they are asked for. */
export function* eachLine(path: string): Iterable<string> {
  for (let from = 0; ; ) {
    const { lines, bytes } = readLines(path, from);
    if (bytes === 0) return;
    yield* lines;
    from += bytes;
  }
}

function readLines(path: string, from: number): Readonly<{ lines: readonly string[]; bytes: number }> {
  const reader = lineReader(LIMITS);
  for (let at = from; ; at += CHUNK_BYTES) {
    const chunk = readPlainPart(path, { from: at, bytes: CHUNK_BYTES });
    if (chunk === null || chunk.length === 0 || !reader.push(chunk) || chunk.length < CHUNK_BYTES) break;
  }
  return reader.result();
}
