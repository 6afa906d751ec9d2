import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the pack of an archived session lies. */
export const packOf = (archiveDir: string, sessionId: string): string =>
  join(archiveDir, 'sessions', `${sessionId}.tar.gz`);

export const hasPack = (pack: string): boolean => existsSync(pack);
