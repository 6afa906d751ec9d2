import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';

const PROMPT_LIMIT_BYTES = 4 * 1024 * 1024;

export type PromptSource = Readonly<{
  /** A path, or `-` for stdin. */
  file: string;
  stdin: AsyncIterable<Buffer | string>;
  cwd?: string;
  limitBytes?: number;
}>;

/**
 * Reads a task byte for byte. Memory is bounded by the limit, whatever the file turns out to be.
 */
export async function readPrompt(source: PromptSource): Promise<Outcome<string>> {
  const { file, limitBytes = PROMPT_LIMIT_BYTES } = source;
  const path = resolve(source.cwd ?? '.', file);
  try {
    if (file === '-') return checkPrompt(source, await readUpTo(source.stdin, limitBytes));
    const stats = await stat(path);
    if (stats.isDirectory()) return refuse({ code: 'prompt-missing', file });
    if (stats.size > limitBytes) return tooLarge(source, stats.size);
    // A pipe or a device has no size, and a file may grow meanwhile: the reader has a limit of its own.
    return checkPrompt(source, await readUpTo(createReadStream(path, { end: limitBytes }), limitBytes));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return refuse({ code: 'prompt-missing', file });
    return refuse({ code: 'prompt-unreadable', file, problem: message });
  }
}

/** Stops after the first byte past the limit, so that the caller sees that there is more. */
async function readUpTo(stream: AsyncIterable<Buffer | string>, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const buffer = Buffer.from(chunk);
    chunks.push(buffer);
    bytes += buffer.length;
    if (bytes > limitBytes) break;
  }
  return Buffer.concat(chunks);
}

function checkPrompt(source: PromptSource, bytes: Buffer): Outcome<string> {
  const { file, limitBytes = PROMPT_LIMIT_BYTES } = source;
  if (bytes.length > limitBytes) return tooLarge(source, bytes.length);
  const offset = findBinary(bytes);
  if (offset !== null) return refuse({ code: 'prompt-binary', file, offset });
  const text = bytes.toString('utf8');
  return text.trim() === '' ? refuse({ code: 'prompt-empty', file }) : accept(text);
}

function tooLarge({ file, limitBytes = PROMPT_LIMIT_BYTES }: PromptSource, bytes: number): Outcome<string> {
  return refuse({ code: 'prompt-too-large', file, bytes, limitBytes });
}

/** Where the first byte is that cannot be text. */
function findBinary(bytes: Buffer): number | null {
  const nul = bytes.indexOf(0);
  const text = nul === -1 ? bytes : bytes.subarray(0, nul);
  if (isUtf8(text)) return nul === -1 ? null : nul;
  // Decoding replaces what is broken, so the first byte that differs after a round trip is the first broken
  // one.
  const roundTrip = Buffer.from(text.toString('utf8'));
  const differs = text.findIndex((byte, at) => byte !== roundTrip[at]);
  return differs === -1 ? text.length - 1 : differs;
}
