import type { JournalEntry } from '../../src/domain/journal/journal.ts';
import type { Session } from '../../src/domain/session/session.ts';
import type { Store } from '../../src/store/store.ts';

type Rows = Readonly<{ journal: readonly JournalEntry[]; sessions: readonly Session[] }>;

/** The lines of a journal that a filter wants, with the run of their session where it asks for that. */
export function listLines(rows: Rows, filter: Parameters<Store['listJournal']>[0]): JournalEntry[] {
  const { after, limit, isNewest, namesRuns, sessionId, runId, workId, loopId, event, since } = filter;
  const runOf = new Map(rows.sessions.map((it) => [it.id, it.runId]));
  const sessionRun = (it: JournalEntry) => runOf.get(it.sessionId ?? '') ?? null;
  const withRun = (it: JournalEntry) => ({ ...it, runId: it.runId ?? sessionRun(it) });
  const all = rows.journal
    .filter((it) => it.seq > after && (sessionId === undefined || it.sessionId === sessionId))
    .filter((it) => runId === undefined || it.runId === runId || sessionRun(it) === runId)
    .filter((it) => workId === undefined || it.workId === workId)
    .filter((it) => loopId === undefined || it.loopId === loopId)
    .filter((it) => event === undefined || it.event === event)
    .filter((it) => since === undefined || it.at >= since);
  const wanted = isNewest ? all.slice(-limit) : all.slice(0, limit);
  return namesRuns ? wanted.map(withRun) : wanted;
}
