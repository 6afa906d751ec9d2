import type { Session } from '../../domain/session/session.ts';
import type { Archiving } from '../../runtime/archive/session-packs.ts';
import type { SessionFolders } from '../../runtime/files/session-folders.ts';
import type { VerbDeps } from '../deps.ts';

export type ArchiveDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'> &
  Readonly<{ folders: SessionFolders }>;

const TRIES = 20;

/** Puts a session into the archive, or takes it out: its row and its folder. */
// The row says where the folder belongs, and is written first: a crash in between is mended by the next run.
export async function setArchived(
  deps: ArchiveDeps,
  session: Session,
  at: number | null,
): Promise<Archiving | null> {
  const { store, clock, by } = deps;
  const isThere = (session.archivedAt === null) === (at === null);
  if (!isThere) {
    const journal = { at: clock.now(), by, note: at === null ? 'brought back' : 'into the archive' };
    await store.commit([{ kind: 'archive-session', session, archivedAt: at, journal }]);
  }
  return ensureMoved(deps, session.id);
}

// Another process may decide otherwise while the folder is moved; the last to move it looks at the row once
// more.
async function ensureMoved({ store, folders }: ArchiveDeps, id: string): Promise<Archiving | null> {
  const isArchived = async (): Promise<boolean> =>
    ((await store.findSession(id))?.archivedAt ?? null) !== null;
  let wanted = await isArchived();
  let archiving: Archiving | null = null;
  for (let tries = 0; tries < TRIES; tries++) {
    if (wanted) archiving = (await folders.ensureArchived(id)) ?? archiving;
    else await folders.ensureRestored(id);
    const before = wanted;
    wanted = await isArchived();
    if (wanted === before) break;
  }
  return archiving;
}
