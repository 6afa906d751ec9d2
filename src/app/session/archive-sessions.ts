import { ArchiveSessions } from '../../contract/session.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { isOver } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import { verb } from '../verb.ts';
import { findSession } from './find-session.ts';
import { type ArchiveDeps, setArchived } from './set-archived.ts';

export type ArchivedSessions = Readonly<{
  archived: readonly string[];
  refused: readonly { id: string; why: string }[];
}>;

const PAGE = 500;

/** Moves the folders of finished sessions into the archive and keeps their rows. */
export async function archiveSessions(
  deps: ArchiveDeps,
  input: ArchiveSessions,
): Promise<Outcome<ArchivedSessions>> {
  const ids =
    input.sessionIds.length > 0 ? input.sessionIds : await listFinished(deps, input.olderThanMs ?? 0);
  const archived: string[] = [];
  const refused: { id: string; why: string }[] = [];
  for (const id of ids) {
    const found = await findSession(deps.store, id);
    if (!found.ok) return found;
    if (!isOver(found.value)) {
      refused.push({ id, why: `it is still ${statusOf(found.value.state)}` });
      continue;
    }
    await setArchived(deps, found.value, deps.clock.now());
    archived.push(id);
  }
  return accept({ archived, refused });
}

async function listFinished({ store, clock }: ArchiveDeps, olderThanMs: number): Promise<string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const filter = { states: ['completed', 'failed', 'killed'] as const, archived: false };
    const page = await store.listSessions(filter, { limit: PAGE, ...(after === undefined ? {} : { after }) });
    ids.push(
      ...page.sessions.filter((one) => (one.endedAt ?? 0) <= clock.now() - olderThanMs).map(({ id }) => id),
    );
    after = page.next ?? undefined;
  } while (after !== undefined);
  return ids;
}

export const archiveSessionsVerb = verb({
  name: 'session.archive',
  summary: 'Move finished sessions into the archive',
  asks: 'person',
  reads: false,
  input: ArchiveSessions,
  answer: async () => (await import('../../contract/answer/session.ts')).ArchivedSessionsAnswer,
  run: archiveSessions,
  json: (moved) => moved,
});
