import type { Session } from '../../domain/session/session.ts';
import type { SessionFolders } from '../../runtime/files/session-folders.ts';
import type { VerbDeps } from '../deps.ts';

export type ArchiveDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'> &
  Readonly<{ folders: SessionFolders }>;

const TRIES = 20;

/** Puts a session into the archive, or takes it out: its row and its folder. */
// The row says where the folder belongs, and is written first: a crash in between is mended by the next run.
export async function setArchived(deps: ArchiveDeps, session: Session, at: number | null): Promise<void> {
  const { store, clock, by } = deps;
  const isThere = (session.archivedAt === null) === (at === null);
  if (!isThere) {
    const journal = { at: clock.now(), by, note: at === null ? 'brought back' : 'into the archive' };
    await store.commit([{ kind: 'archive-session', session, archivedAt: at, journal }]);
  }
  await ensurePlace(deps, session.id);
}

// Another process may decide otherwise while the folder is moved; the last to move it looks at the row once
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
