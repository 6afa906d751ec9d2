import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { chunksOf } from '../agent-files/compress-file.ts';
import { Oddities } from '../agent-files/oddities.ts';
import { withFileFaults } from '../files/file-fault.ts';
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
  const files = new AgentFiles(dirname(folder), new Oddities());
  const decoder = new StringDecoder('utf8');
  const plain = join(folder, 'output.log');
  const changes = watchChanges(folder);
  let position = 0;
  let rest: AsyncIterator<Buffer> | null = null;

  const readNext = async (): Promise<Buffer> => {
    if (rest === null) {
      const bytes = files.readPart(plain, { from: position, bytes: CHUNK_BYTES });
      if (bytes !== null) return bytes;
      rest = readCompressed(files, `${plain}.gz`, position);
    }
    const next = await withFileFaults(`${plain}.gz`, async () => rest?.next());
    if (next && !next.done) return next.value;
    // Neither file is there yet; the plain one comes first.
    if (!files.hasFile(`${plain}.gz`)) rest = null;
    return Buffer.alloc(0);
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

async function* readCompressed(files: AgentFiles, path: string, from: number): AsyncGenerator<Buffer> {
  if (!files.hasFile(path)) return;
  const source = Readable.from(chunksOf(files, path));
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
