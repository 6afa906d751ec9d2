import type { SessionRef } from '../../contract/id.ts';
import type { ArchiveSessions } from '../../contract/session.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import type { SessionFolders } from '../../runtime/files/session-folders.ts';
import type { ArchivedSessions } from '../app.ts';
import type { VerbDeps } from '../deps.ts';
import { findSession } from './find-session.ts';

export type ArchiveDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'> &
  Readonly<{ folders: SessionFolders }>;

const PAGE = 500;
const TRIES = 20;

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

export async function restoreSession(
  deps: ArchiveDeps,
  { sessionId }: SessionRef,
): Promise<Outcome<Session>> {
  const found = await findSession(deps.store, sessionId);
  if (!found.ok) return found;
  await setArchived(deps, found.value, null);
  // It may have been put away before its last picture was drawn.
  await deps.poke(found.value.id);
  if (found.value.archivedAt === null) return refuse({ code: 'archive-missing', sessionId });
  return findSession(deps.store, sessionId);
}

// The row says where the folder belongs, and is written first: a crash in between is mended by the next run.
async function setArchived(deps: ArchiveDeps, session: Session, at: number | null): Promise<void> {
  const { store, clock, by } = deps;
  const isThere = (session.archivedAt === null) === (at === null);
  if (!isThere) {
    const journal = { at: clock.now(), by, note: at === null ? 'brought back' : 'into the archive' };
    await store.commit([{ kind: 'archive-session', session, archivedAt: at, journal }]);
  }
  await ensurePlace(deps, session.id);
}

// Somebody else may decide otherwise while the folder is moved; whoever moves last looks at the row once
// more.
async function ensurePlace({ store, folders }: ArchiveDeps, id: string): Promise<void> {
  const isArchived = async (): Promise<boolean> =>
    ((await store.findSession(id))?.archivedAt ?? null) !== null;
  let wanted = await isArchived();
  for (let tries = 0; tries < TRIES; tries++) {
    await (wanted ? folders.ensureArchived(id) : folders.ensureRestored(id));
    const before = wanted;
    wanted = await isArchived();
    if (wanted === before) return;
  }
}
