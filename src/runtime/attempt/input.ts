import { readSync, writeSync } from 'node:fs';
import type { ProtocolLine } from '../../domain/agent/agent.ts';
import { missingInput } from '../../domain/attempt/input-lines.ts';
import { Fault } from '../../domain/fault.ts';
import type { AgentFiles } from '../agent-files/agent-files.ts';
import { readBytes } from '../agent-files/read-plain.ts';

const COMPARE_BYTES = 1024 * 1024;
/** What was handed to an agent is its turns: an input that is longer was not written by us. */
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * Makes the file contain exactly this text, by appending what is missing. The agent has read what is there,
 * so it is never rewritten; if it differs, another program wrote into the file.
 */
export function ensureInputText(files: AgentFiles, path: string, text: string): void {
  const wanted = Buffer.from(text, 'utf8');
  files.change(path, ({ fd, seen }) => {
    const size = Number(seen.size);
    if (!isPrefix(fd, size, wanted)) throw inputFault(path);
    append(fd, size, wanted.subarray(size));
  });
}

/** Makes the file contain each of these lines, in any order, by appending those that are missing. */
export function ensureInputLines(files: AgentFiles, path: string, lines: readonly ProtocolLine[]): void {
  files.change(path, (opened) => {
    const bytes = Number(opened.seen.size);
    if (bytes > MOST_BYTES) throw inputFault(path);
    const written = readBytes(opened, { from: 0, bytes }).toString('utf8');
    append(opened.fd, bytes, Buffer.from(missingInput(written, lines), 'utf8'));
  });
}

function isPrefix(fd: number, size: number, wanted: Buffer): boolean {
  if (size > wanted.length) return false;
  const chunk = Buffer.alloc(Math.min(COMPARE_BYTES, size));
  for (let at = 0; at < size; ) {
    const bytesRead = readSync(fd, chunk, 0, Math.min(chunk.length, size - at), at);
    if (bytesRead === 0) return false;
    if (!chunk.subarray(0, bytesRead).equals(wanted.subarray(at, at + bytesRead))) return false;
    at += bytesRead;
  }
  return true;
}

function append(fd: number, size: number, rest: Buffer): void {
  for (let at = 0; at < rest.length; ) at += writeSync(fd, rest, at, rest.length - at, size + at);
}

const inputFault = (path: string): Fault =>
  new Fault('input-differs', `The input of the agent holds something that Swarm did not write: ${path}`);
