import type { AgentFiles } from '../agent-files/agent-files.ts';
import { readPlainPart } from '../agent-files/read-plain.ts';
import type { WrittenResult } from './attempts.ts';

const MEBIBYTE = 1024 * 1024;
/** What an agent delivers in one file. A longer one is refused and kept, never cut. */
export const RESULT_MOST_BYTES = 8 * MEBIBYTE;
const ERROR_BYTES = 8 * 1024;
const ERROR_LINES = 20;

/** What an agent delivered; null when there is nothing. */
export function readResult(files: AgentFiles, path: string): WrittenResult | null {
  const file = files.read(path, RESULT_MOST_BYTES);
  if (file === null) return null;
  return file.text === null ? { bytes: file.bytes, limitBytes: RESULT_MOST_BYTES } : { text: file.text };
}

/** The last lines of stderr.log. */
export function readLastLines(files: AgentFiles, path: string): string {
  const size = files.observe(path)?.size ?? 0;
  const from = Math.max(0, size - ERROR_BYTES);
  const text = files.readPart(path, { from, bytes: ERROR_BYTES })?.toString('utf8') ?? '';
  if (text === '') return '';
  const lines = text.trimEnd().split('\n');
  // The first line is torn, unless the whole file was read.
  return (from > 0 && lines.length > 1 ? lines.slice(1) : lines).slice(-ERROR_LINES).join('\n');
}

/** True for a plain file that has something in it: a transcript of the agent CLI. */
export const hasContent = (path: string): boolean =>
  (readPlainPart(path, { from: 0, bytes: 1 })?.length ?? 0) > 0;
