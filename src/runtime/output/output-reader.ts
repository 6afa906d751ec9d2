import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { watchFolder } from '../files/watch.ts';

/** What an agent wrote, from the beginning or as it grows. */
export interface OutputReader {
  /** What came since the last call; empty when nothing did. */
  read(): Promise<string>;
  /** Resolves when the folder has changed since the last call, or after the time. */
  changed(timeoutMs: number): Promise<void>;
  close(): void;
}

const CHUNK_BYTES = 256 * 1024;

/** Reads output.log of a session's folder, or output.log.gz once it is compressed, without missing a byte. */
export function openOutputReader(folder: string): OutputReader {
  const decoder = new StringDecoder('utf8');
  const plain = join(folder, 'output.log');
  const changes = watchChanges(folder);
  let position = 0;
  let rest: AsyncIterator<Buffer> | null = null;

  const readNext = async (): Promise<Buffer> => {
    if (rest === null) {
      const bytes = await readPlain(plain, position);
      if (bytes !== null) return bytes;
      rest = readCompressed(`${plain}.gz`, position);
    }
    const next = await withFileFaults(`${plain}.gz`, () =>
      unlessMissing(plain, null, async () => rest?.next()),
    );
    // Neither file is there yet; the plain one comes first.
    if (!next) rest = null;
    return next && !next.done ? next.value : Buffer.alloc(0);
  };

  return {
    async read() {
      const bytes = await readNext();
      position += bytes.length;
      const text = decoder.write(bytes);
      // A chunk may hold less than one letter.
      return text === '' && bytes.length > 0 ? this.read() : text;
    },
    changed: changes.next,
    close: changes.close,
  };
}

/** Null when the file is not there. */
const readPlain = (path: string, position: number): Promise<Buffer | null> =>
  withFileFaults(path, () =>
    unlessMissing(path, null, async () => {
      const file = await open(path, 'r');
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position);
        return buffer.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    }),
  );

async function* readCompressed(path: string, from: number): AsyncGenerator<Buffer> {
  const source = createReadStream(path);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  let left = from;
  for await (const chunk of source.pipe(unpacked)) {
    const bytes: Buffer = chunk;
    const skipped = Math.min(left, bytes.length);
    left -= skipped;
    if (skipped < bytes.length) yield bytes.subarray(skipped);
  }
}

function watchChanges(folder: string) {
  let hasChanged = false;
  let wake = (): void => {};
  const watching = watchFolder(folder, () => {
    hasChanged = true;
    wake();
  });
  return {
    close: () => watching.close(),
    async next(timeoutMs: number): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      if (!hasChanged) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, timeoutMs);
        });
      }
      clearTimeout(timer);
      hasChanged = false;
    },
  };
}
