import { noteOf, openDraft } from '../../app/draft.ts';
import { decideDisk } from '../../domain/session/disk-move.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';
import { draftStopWork } from './park-session.ts';

const MB = 1024 * 1024;

/** Looks at the folders of these sessions: warns once, and ends one that fills the disk. */
export async function watchDisk(deps: RoundDeps, warned: Set<string>, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const session = await deps.store.findSession(id);
    if (!session || session.attempt === 0 || isOver(session) || session.state === 'stopping') continue;
    const bytes = await deps.attempts.observeDisk(session.id);
    const { sessionDiskWarnMb: warnMb, sessionDiskMb: failMb } = deps.config.limits;
    const move = decideDisk(bytes, { warnMb, failMb });
    const size = `${Math.round(bytes / MB)} MB`;
    if (move === 'fail') await failForDisk(deps, session, `${size} on disk, more than ${failMb} MB`);
    if (move === 'warn' && !warned.has(session.id)) {
      warned.add(session.id);
      await note(deps, session, `${size} on disk, more than ${warnMb} MB`);
    }
  }
}

async function failForDisk(deps: RoundDeps, session: Session, text: string): Promise<void> {
  const draft = openDraft(session, [], { at: deps.clock.now(), by: deps.by });
  // A parked session has no process that could write more.
  if (session.state === 'parked') return;
  draftStopWork(draft, { ending: 'failed', reason: 'disk', text });
  await deps.store.commit(draft.writes);
  await deps.poke(session.id);
}

async function note(deps: RoundDeps, session: Session, text: string): Promise<void> {
  const journal = noteOf({ at: deps.clock.now(), by: deps.by }, text);
  await deps.store.commit([{ kind: 'add-note', sessionId: session.id, event: 'disk-warning', journal }]);
}
