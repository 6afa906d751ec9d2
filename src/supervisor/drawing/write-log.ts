import type { JournalEntry } from '../../domain/journal/journal.ts';
import type { OrchestratorLog } from '../../runtime/log/orchestrator-log.ts';
import type { Store } from '../../store/store.ts';

const PAGE = 1_000;

type LogDeps = Readonly<{
  store: Store;
  file: OrchestratorLog;
  now: () => number;
  weekBegan: (at: number) => number;
  renderLine: (entry: JournalEntry) => string;
}>;

/**
 * Keeps the project's log in step with the journal: drawn anew at the start, then followed. Call it after
 * changes.
 */
export function createLogWriter(deps: LogDeps): () => Promise<void> {
  let last: number | null = null;
  let isBusy = false;
  let isDirty = false;

  const write = async (): Promise<void> => {
    if (last === null) last = await redraw(deps);
    for (;;) {
      const entries = await deps.store.listJournal({ after: last, limit: PAGE, namesRuns: true });
      if (entries.length === 0) return;
      const lines = entries.map(deps.renderLine).join('');
      if (lines !== '') await deps.file.append(lines, deps.now());
      last = entries.at(-1)?.seq ?? last;
    }
  };
  return async () => {
    isDirty = true;
    if (isBusy) return;
    isBusy = true;
    try {
      while (isDirty) {
        isDirty = false;
        await write();
      }
    } finally {
      isBusy = false;
    }
  };
}

async function redraw({ store, file, now, weekBegan, renderLine }: LogDeps): Promise<number> {
  const at = now();
  let last = 0;
  let text = '';
  for (;;) {
    const entries = await store.listJournal({
      after: last,
      limit: PAGE,
      namesRuns: true,
      since: weekBegan(at),
    });
    if (entries.length === 0) break;
    text += entries.map(renderLine).join('');
    last = entries.at(-1)?.seq ?? last;
  }
  await file.redraw(text, at);
  return Math.max(last, await store.lastJournalSeq());
}
