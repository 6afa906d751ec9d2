import { listChain, standingOf } from '../../app/session/dependency-chains.ts';
import { listReferences, replaceReferences, resultText } from '../../domain/session/result-reference.ts';
import type { Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import type { RoundDeps } from '../deps.ts';
import type { SessionScene } from './session-scene.ts';

/** A task as it is handed over: the results that it refers to stand in their places. */
export async function fillResults(deps: RoundDeps, { session }: SessionScene, body: string): Promise<string> {
  if (session.dependencies === null || session.attempt > 0) return body;
  const texts = new Map<string, string>();
  for (const id of listReferences(body)) {
    const delivered = standingOf(await listChain(deps.store, id));
    if (delivered) texts.set(id, await describeResult(deps, delivered));
  }
  return replaceReferences(body, (id) => texts.get(id) ?? `{{result:${id}}}`);
}

async function describeResult(deps: RoundDeps, session: Session): Promise<string> {
  const { id, state, runId, role, archivedAt } = session;
  const told = { id, status: statusOf(state) };
  for (const { number, lastResult } of (await deps.store.listAttempts(id)).toReversed()) {
    const ref = { sessionId: id, attempt: number, runId, role };
    const file = archivedAt === null ? await deps.attempts.readResult(ref) : null;
    if (file && 'text' in file) return resultText({ ...told, file: fileOf(deps, session), text: file.text });
    if (lastResult !== null) return resultText({ ...told, file: null, text: lastResult });
  }
  return resultText({ ...told, file: null, text: null });
}

/** From wherever the later one works. */
function fileOf({ nameOf, projectRoot }: RoundDeps, session: Session): string {
  const { resultFile } = nameOf(session);
  return resultFile.startsWith('/') ? resultFile : `${projectRoot}/${resultFile}`;
}
