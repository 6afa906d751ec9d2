import { join } from 'node:path';
import type { SessionFile } from '../../domain/session/session-file.ts';
import type { FileReader } from '../agent-files/file-reader.ts';

/** The end of a file, and how many bytes before it were left out. */
export type FileEnd = Readonly<{ bytes: Uint8Array; cutBytes: number }>;

/** Looks at these files of a session's folder, and takes none that is no plain file. */
export interface SessionPapers {
  list(paths: readonly string[]): Promise<readonly SessionFile[]>;
  /** Null when there is none. */
  read(path: string, mostBytes: number): Promise<FileEnd | null>;
}

export function papersInFolder(files: FileReader, folder: string): SessionPapers {
  const observe = (path: string): readonly SessionFile[] => {
    const seen = files.observe(join(folder, path));
    return seen?.isFile() ? [{ path, bytes: seen.size, changedAt: seen.mtimeMs }] : [];
  };
  return {
    list: async (paths) => paths.flatMap(observe),
    async read(path, mostBytes) {
      const cutBytes = Math.max(0, (observe(path)[0]?.bytes ?? 0) - mostBytes);
      const bytes = files.readPart(join(folder, path), { from: cutBytes, bytes: mostBytes });
      return bytes && { bytes, cutBytes };
    },
  };
}
