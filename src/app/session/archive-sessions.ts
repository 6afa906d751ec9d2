import { ArchiveSessions } from '../../contract/session.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { isOver } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import { type ArchiveDeps, setArchived } from './set-archived.ts';

export type ArchivedSessions = Readonly<{
  /** Nothing was done: `archived` says what would be. */
  isDryRun: boolean;
  archived: readonly string[];
  refused: readonly { id: string; why: string }[];
  /** What the folders were, and what their packs are. */
  packed: Packed;
  /** Archived as they are, with the reason. */
  unpacked: readonly { id: string; why: string }[];
}>;

type Packed = Readonly<{ sessions: number; files: number; bytes: number; packedBytes: number }>;
const NOTHING: Packed = { sessions: 0, files: 0, bytes: 0, packedBytes: 0 };

const PAGE = 500;

/** Packs the folders of finished sessions into the archive and keeps their rows. */
export async function archiveSessions(
  deps: ArchiveDeps,
  input: ArchiveSessions,
): Promise<Outcome<ArchivedSessions>> {
  const ids =
    input.sessionIds.length > 0 ? input.sessionIds : await listFinished(deps, input.olderThanMs ?? 0);
  const { dryRun: isDryRun } = input;
  const archived: string[] = [];
  const refused: { id: string; why: string }[] = [];
  const unpacked: { id: string; why: string }[] = [];
  let packed = NOTHING;
  for (const name of ids) {
    const found = await findNamedSession(deps, name, 'archive');
    if (!found.ok) return found;
    const { id } = found.value;
    if (!isOver(found.value)) {
      refused.push({ id, why: `it is still ${statusOf(found.value.state)}` });
      continue;
    }
    archived.push(id);
    if (isDryRun) continue;
    const archiving = await setArchived(deps, found.value, deps.clock.now());
    if (archiving?.problem === null) packed = plus(packed, archiving);
    else if (archiving) unpacked.push({ id, why: archiving.problem });
  }
  return accept({ isDryRun, archived, refused, packed, unpacked });
}

const plus = (sum: Packed, one: Omit<Packed, 'sessions'>): Packed => ({
  sessions: sum.sessions + 1,
  files: sum.files + one.files,
  bytes: sum.bytes + one.bytes,
  packedBytes: sum.packedBytes + one.packedBytes,
});

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
  summary: 'Pack finished sessions into the archive',
  asks: 'person',
  reads: false,
  input: ArchiveSessions,
  answer: async () => (await import('../../contract/answer/session.ts')).ArchivedSessionsAnswer,
  run: archiveSessions,
  json: ({ isDryRun, packed: { packedBytes, ...packed }, ...moved }) => ({
    dry_run: isDryRun,
    ...moved,
    packed: { ...packed, packed_bytes: packedBytes },
  }),
});
