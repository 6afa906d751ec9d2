import { SessionRef } from '../../contract/id.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { type SessionFile, sessionFilePaths } from '../../domain/session/session-file.ts';
import type { SessionPapers } from '../../runtime/files/session-papers.ts';
import { renderInstant } from '../../views/time.ts';
import { verb } from '../verb.ts';
import { findServedSession, type ServedDeps } from './find-served.ts';
import type { ReportDeps } from './show-session.ts';

export type FilesDeps = ServedDeps &
  Pick<ReportDeps, 'nameOf'> &
  Readonly<{
    /** Opens the folder of a session, in which its agent may write. */
    openPapers: (sessionDir: string) => Promise<SessionPapers>;
  }>;

export type ListedFiles = Readonly<{ sessionId: string; files: readonly SessionFile[] }>;

/** Which of the files that a person may look at are there. */
export async function listFiles(
  deps: FilesDeps,
  { sessionId: name }: SessionRef,
): Promise<Outcome<ListedFiles>> {
  const found = await findServedSession(deps, name, 'logs');
  if (!found.ok) return found;
  const { id, attempt } = found.value;
  const papers = await deps.openPapers(deps.nameOf(found.value).sessionDir);
  return accept({ sessionId: id, files: await papers.list(sessionFilePaths(attempt)) });
}

export const listFilesVerb = verb({
  name: 'session.files',
  summary: 'List the prompt, the result and the logs in the folder of a session',
  asks: 'person',
  reads: true,
  input: SessionRef,
  answer: async () => (await import('../../contract/answer/session-file.ts')).SessionFilesAnswer,
  run: listFiles,
  json: ({ sessionId, files }) => ({
    session_id: sessionId,
    files: files.map(({ path, bytes, changedAt }) => ({
      path,
      bytes,
      changed_at: renderInstant(Math.floor(changedAt)),
    })),
  }),
});
