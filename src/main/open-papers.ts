import { dirname } from 'node:path';
import { FileReader } from '../runtime/agent-files/file-reader.ts';
import { Oddities } from '../runtime/agent-files/oddities.ts';
import { papersInFolder, type SessionPapers } from '../runtime/files/session-papers.ts';

/** The files of a session's folder, or of its pack in the archive. */
export async function openPapers(sessionDir: string): Promise<SessionPapers> {
  if (sessionDir.endsWith('.tar.gz'))
    return (await import('../runtime/archive/packed-papers.ts')).papersInPack(sessionDir);
  return papersInFolder(new FileReader(dirname(sessionDir), new Oddities()), sessionDir);
}
