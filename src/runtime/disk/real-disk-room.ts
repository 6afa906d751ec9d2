import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskRoom } from './disk-room.ts';

const PROBE_BYTES = 64 * 1024;

export function realDiskRoom(folder: string): DiskRoom {
  const probe = join(folder, '.room');
  return {
    async observeFree() {
      const seen = await statfs(folder).catch(() => null);
      return seen === null ? Number.POSITIVE_INFINITY : seen.bavail * seen.bsize;
    },
    async isWritable() {
      try {
        await writeFile(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
        return true;
      } catch {
        return false;
      } finally {
        await rm(probe, { force: true }).catch(() => {});
      }
    },
  };
}
