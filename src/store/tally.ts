import type { Session, SessionState } from '../domain/session/session.ts';
import { type Program, write } from './program.ts';
import type { Write } from './store.ts';

type Change = Readonly<{ state: SessionState; isArchived: boolean; by: 1 | -1 }>;

/** Keeps the number of sessions per state. Under the journal's lock, or two could wait for each other. */
export function* saveTally(writes: readonly Write[]): Program<void> {
  for (const [shelf, by] of sumUp(writes.flatMap(changesOf))) {
    const [state = '', isArchived] = shelf.split(' ');
    if (by !== 0) yield* write({ sql: ADD_TO_TALLY, values: [state, Number(isArchived), by] });
  }
}

const ADD_TO_TALLY = `
  insert into session_tally (state, is_archived, sessions) values (?, ?, ?)
  on conflict (state, is_archived) do update set sessions = session_tally.sessions + excluded.sessions`;

function changesOf(write: Write): readonly Change[] {
  switch (write.kind) {
    case 'add-session':
      return [came(write.session)];
    case 'step-session':
      return [left(write.step.from), came({ ...write.step.from, state: write.step.to.state })];
    case 'archive-session':
      return [left(write.session), came({ ...write.session, archivedAt: write.archivedAt })];
    default:
      return [];
  }
}

const came = ({ state, archivedAt }: Session): Change => ({ state, isArchived: archivedAt !== null, by: 1 });
const left = (session: Session): Change => ({ ...came(session), by: -1 });

function sumUp(changes: readonly Change[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { state, isArchived, by } of changes) {
    const shelf = `${state} ${Number(isArchived)}`;
    sums.set(shelf, (sums.get(shelf) ?? 0) + by);
  }
  return sums;
}
