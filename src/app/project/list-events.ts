import type { ListEvents } from '../../contract/session.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { VerbDeps } from '../deps.ts';

/** The journal from a number on, for one session, for a run, for a loop or for all. */
export async function listEvents(
  { store }: Pick<VerbDeps, 'store'>,
  { sessionId, runId, loopId, after, limit }: ListEvents,
): Promise<Outcome<readonly JournalEntry[]>> {
  const whose = {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(runId === undefined ? {} : { runId }),
    ...(loopId === undefined ? {} : { loopId }),
  };
  return accept(await store.listJournal({ after, limit, ...whose }));
}
