import type { JournalEntry } from '../../domain/journal/journal.ts';
import { loopKey, PROJECT_KEY } from '../../domain/loop/names.ts';
import { MAIL_KEY } from '../../domain/mail/mail.ts';
import { QUEUE_KEY } from '../../domain/queue/queue-key.ts';
import { runKey } from '../../domain/run/names.ts';
import { holdsSlot, type SessionState } from '../../domain/session/session.ts';
import type { Store } from '../../store/store.ts';

const REDRAWN_AT_START = 200;
const PAGE = 1_000;
const MOST_PAGES = 20;

/** What the journal says since the last time: whose rows changed, and when a slot was freed last. */
export type JournalNews = Readonly<{ keys: readonly string[]; slotFreedAt: number }>;

type Reads = Pick<Store, 'listJournal' | 'lastJournalSeq' | 'listSessions'>;

/**
 * Follows the journal, because the process that changed a row may have died before it told us. The first
 * time these are the newest sessions of all: a crash may have come between their rows and their pictures.
 */
export function followJournal(store: Reads): () => Promise<JournalNews> {
  let last: number | null = null;
  let slotFreedAt = 0;
  return async () => {
    if (last === null) {
      const seq = await store.lastJournalSeq();
      const { sessions } = await store.listSessions({ archived: false }, { limit: REDRAWN_AT_START });
      last = seq;
      slotFreedAt = seq;
      return { keys: [...sessions.map(({ id }) => id), QUEUE_KEY, MAIL_KEY], slotFreedAt };
    }
    const keys = new Set<string>();
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const entries = await store.listJournal({ after: last, limit: PAGE });
      last = entries.at(-1)?.seq ?? last;
      slotFreedAt = entries.findLast(freesSlot)?.seq ?? slotFreedAt;
      for (const key of entries.flatMap(keysOf)) keys.add(key);
      if (entries.length < PAGE) break;
    }
    return { keys: [...keys], slotFreedAt };
  };
}

function keysOf({ sessionId, runId, workId, loopId, event }: JournalEntry): readonly string[] {
  return [
    ...(sessionId === null ? [] : [sessionId]),
    ...(runId === null ? [] : [runKey(runId)]),
    ...(workId === null ? [] : [QUEUE_KEY]),
    ...(loopId === null ? [] : [loopKey(loopId)]),
    ...(event === 'mail-sent' ? [MAIL_KEY] : []),
    ...(event === 'paused' || event === 'unpaused' ? [PROJECT_KEY] : []),
  ];
}

const freesSlot = ({ sessionId, fromState, toState }: JournalEntry): boolean =>
  sessionId !== null && isSlotted(fromState) && !isSlotted(toState);

const isSlotted = (state: string | null): boolean => state !== null && holdsSlot(state as SessionState);
