import { chmod, mkdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseJson } from '../../contract/json.ts';
import { readPlain } from '../agent-files/read-plain.ts';
import { errnoOf, unlessMissing } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import type { HookFiles, HookRecord } from './hook-files.ts';

const MOST_BYTES = 1024 * 1024;
const ACCESS_BITS = 0o777;
const PLAIN_MODE = 0o644;

type Folders = Readonly<{ root: string; swarmDir: string }>;

/** A link is not followed: it may have been made to change another file. */
export function realHookFiles({ root, swarmDir }: Folders): HookFiles {
  const recordOf = (file: string): string => join(swarmDir, 'hooks', `${basename(file)}.record`);
  return {
    observe: async (file) => observe(join(root, file)),
    ensureText: (file, text) => (text === null ? remove(join(root, file)) : write(join(root, file), text)),
    findRecord: async (file) => parseRecord(readPlain(recordOf(file), 4 * MOST_BYTES)?.text ?? null),
    ensureRecord: (file, record) =>
      record === null
        ? rm(recordOf(file), { force: true })
        : write(recordOf(file), `${JSON.stringify(record)}\n`),
  };
}

async function observe(path: string): ReturnType<HookFiles['observe']> {
  const found = await unlessMissing(path, null, () => stat(path));
  if (found === null) return { text: null };
  const plain = readPlain(path, MOST_BYTES);
  if (plain === null) return { problem: 'is not a plain file that can be read' };
  if (plain.text === null) return { problem: `is larger than ${MOST_BYTES} bytes` };
  const isWhole = Buffer.byteLength(plain.text) === plain.bytes && !plain.text.includes('\u{FFFD}');
  return isWhole ? { text: plain.text } : { problem: 'is not UTF-8' };
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const found = await unlessMissing(path, null, () => stat(path));
  const mode = found === null ? PLAIN_MODE : found.mode & ACCESS_BITS;
  await writeAtomic(path, text, { mode, durable: true });
  await chmod(path, mode);
}

async function remove(path: string): Promise<void> {
  await rm(path, { force: true });
  try {
    await rmdir(dirname(path));
  } catch (error) {
    if (errnoOf(error) !== 'ENOTEMPTY' && errnoOf(error) !== 'ENOENT') throw error;
  }
}

function parseRecord(text: string | null): HookRecord | undefined {
  const json = text === null ? null : parseJson(text);
  if (!json?.ok) return undefined;
  const { before, after } = Object(json.value) as Partial<HookRecord>;
  const isRecord = typeof after === 'string' && (before === null || typeof before === 'string');
  return isRecord ? { before, after } : undefined;
}
