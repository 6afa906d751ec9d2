import { ArchiveSessions, type SelectSessions } from '../../contract/session.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { isOver } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import { isNarrowed, listMatching } from './select-sessions.ts';
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

/** Packs the folders of finished sessions into the archive and keeps their rows. */
export async function archiveSessions(
  deps: ArchiveDeps,
  input: ArchiveSessions,
): Promise<Outcome<ArchivedSessions>> {
  const { dryRun: isDryRun, ...selection } = input;
  const ids = [...input.sessionIds, ...(await listFinished(deps, selection))];
  const archived: string[] = [];
  const refused: { id: string; why: string }[] = [];
  const unpacked: { id: string; why: string }[] = [];
  let packed = NOTHING;
  for (const name of new Set(ids)) {
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

/** Without ids and filters, all; what is not over is named only by its id. */
async function listFinished(deps: ArchiveDeps, selection: SelectSessions): Promise<readonly string[]> {
  if (selection.sessionIds.length > 0 && !isNarrowed(selection)) return [];
  return (await listMatching(deps, selection)).filter(isOver).map(({ id }) => id);
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
