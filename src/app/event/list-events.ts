import { ListEvents } from '../../contract/event.ts';
import { isSafeId } from '../../contract/id.ts';
import type { JournalEntry } from '../../domain/journal/journal.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { listPosition } from '../../domain/session/session-name.ts';
import type { Store } from '../../store/store.ts';
import { eventJson } from '../../views/event-line.ts';
import { findTarget } from '../run/find-target.ts';
import { verb } from '../verb.ts';

type JournalOwner = Readonly<{ sessionId?: string; runId?: string; loopId?: string }>;

export type EventList = Readonly<{
  entries: readonly JournalEntry[];
  /** What the name stood for, so that the next page can ask for the same rows. */
  of: JournalOwner;
}>;

/** The journal from a number on, for one session, for a run, for a loop or for all. */
export async function listEvents(
  { store }: Readonly<{ store: Store }>,
  input: ListEvents,
): Promise<Outcome<EventList>> {
  const { after, limit, newest: isNewest = false } = input;
  const of = await findOwner(store, input);
  if (!of.ok) return of;
  return accept({
    entries: await store.listJournal({ after, limit, isNewest, namesRuns: true, ...of.value }),
    of: of.value,
  });
}

async function findOwner(store: Store, input: ListEvents): Promise<Outcome<JournalOwner>> {
  const { name, sessionId, runId, loopId } = input;
  if (name !== undefined) return findNamed(store, name);
  return accept({
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(runId === undefined ? {} : { runId }),
    ...(loopId === undefined ? {} : { loopId }),
  });
}

/** Loops have lines of their own; what their sessions do stands with those. */
async function findNamed(store: Store, name: string): Promise<Outcome<JournalOwner>> {
  if (!isSafeId(name) && listPosition(name) === null)
    return refuse({ code: 'session-not-found', sessionId: name, near: [] });
  const target = await findTarget({ store }, { name });
  if (target.ok) {
    const { value } = target;
    return accept(value.is === 'run' ? { runId: value.run.id } : { sessionId: value.sessionId });
  }
  return (await store.findLoop(name)) ? accept({ loopId: name }) : target;
}

export const listEventsVerb = verb({
  name: 'event.list',
  summary: 'List the journal: every change, who made it and why',
  asks: 'anyone',
  reads: true,
  input: ListEvents,
  answer: async () => (await import('../../contract/answer/event.ts')).EventListAnswer,
  run: listEvents,
  json: ({ entries }) => ({ events: entries.map(eventJson) }),
});
