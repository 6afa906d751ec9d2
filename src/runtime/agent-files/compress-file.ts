import { basename, dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { withFileFaults } from '../files/file-fault.ts';
import type { AgentFiles } from './agent-files.ts';

const CHUNK_BYTES = 256 * 1024;
/** A session may not write so much; what is larger has holes, and is left as it is. */
const MOST_BYTES = 1024 * 1024 * 1024;

/** Compresses a file into one beside it, `.gz`, and then removes it. Nothing when it is no plain file. */
export async function compressFile(files: AgentFiles, path: string): Promise<void> {
  if (!files.hasFile(path) || (files.observe(path)?.size ?? 0) > MOST_BYTES) return;
  const draft = join(dirname(path), `.${basename(path)}.gz`);
  files.remove(draft);
  let position = 0;
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      files.writeAt(draft, position, chunk);
      position += chunk.length;
      done();
    },
  });
  await withFileFaults(path, () => pipeline(chunksOf(files, path), createGzip(), target));
  if (files.move(draft, `${path}.gz`)) files.remove(path);
}

/** Piece by piece, each opened by itself: no handle is held while others write. */
export function* chunksOf(files: AgentFiles, path: string): Generator<Buffer> {
  for (let from = 0; ; ) {
    const chunk = files.readPart(path, { from, bytes: CHUNK_BYTES });
    if (chunk === null || chunk.length === 0) return;
    yield chunk;
    from += chunk.length;
  }
}
