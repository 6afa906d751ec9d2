import { ReadSessionFile } from '../../contract/session-file.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { sessionFilePaths } from '../../domain/session/session-file.ts';
import { visibleText } from '../../views/visible-text.ts';
import { verb } from '../verb.ts';
import { findServedSession } from './find-served.ts';
import type { FilesDeps } from './list-files.ts';

/** As much of a long file as is shown: its end. */
const MOST_BYTES = 256 * 1024;

export type ReadFile = Readonly<{ sessionId: string; path: string; text: string; cutBytes: number }>;

/** The text of one of the files that `session.files` lists, and of no other. */
export async function readFile(
  deps: FilesDeps,
  { sessionId: name, file }: ReadSessionFile,
): Promise<Outcome<ReadFile>> {
  const found = await findServedSession(deps, name, 'logs');
  if (!found.ok) return found;
  const { id: sessionId, attempt } = found.value;
  const path = sessionFilePaths(attempt).find((one) => one === file);
  const papers = path && (await deps.openPapers(deps.nameOf(found.value).sessionDir));
  const end = papers ? await papers.read(file, MOST_BYTES) : null;
  if (end === null) return refuse({ code: 'session-file-not-found', sessionId, file });
  const text = new TextDecoder().decode(end.bytes);
  return accept({ sessionId, path: file, text, cutBytes: end.cutBytes });
}

export const readFileVerb = verb({
  name: 'session.file',
  summary: 'Show a file of the folder of a session',
  asks: 'person',
  reads: true,
  input: ReadSessionFile,
  answer: async () => (await import('../../contract/answer/session-file.ts')).SessionFileAnswer,
  run: readFile,
  json: ({ sessionId, path, text, cutBytes }) => ({
    session_id: sessionId,
    path,
    text: visibleText(text),
    cut_bytes: cutBytes,
  }),
});
