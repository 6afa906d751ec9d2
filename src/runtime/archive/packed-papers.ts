import type { SessionFile } from '../../domain/session/session-file.ts';
import type { FileEnd, SessionPapers } from '../files/session-papers.ts';
import { readPack } from './unpack-folder.ts';

export const papersInPack = (pack: string): SessionPapers => ({
  async list(paths) {
    const wanted = new Set(paths);
    const found = new Map<string, SessionFile>();
    for await (const { path, type, size, mtime } of readPack(pack))
      if (type === 'File' && wanted.has(path))
        found.set(path, { path, bytes: size, changedAt: mtime.getTime() });
    return paths.flatMap((path) => found.get(path) ?? []);
  },
  async read(path, mostBytes) {
    for await (const entry of readPack(pack))
      if (entry.type === 'File' && entry.path === path) return endOf(entry, mostBytes);
    return null;
  },
});

type Packed = Readonly<{ size: number; read: () => AsyncGenerator<Buffer> }>;

async function endOf({ size, read }: Packed, mostBytes: number): Promise<FileEnd> {
  const cutBytes = Math.max(0, size - mostBytes);
  const parts: Buffer[] = [];
  let at = 0;
  for await (const chunk of read()) {
    if (at + chunk.length > cutBytes) parts.push(chunk.subarray(Math.max(0, cutBytes - at)));
    at += chunk.length;
  }
  return { bytes: Buffer.concat(parts), cutBytes };
}
