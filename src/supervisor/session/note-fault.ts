import { noteOf, openDraft } from '../../app/draft.ts';
import { Fault } from '../../domain/fault.ts';
import type { Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';
import { draftStopWork } from './park-session.ts';

/** A session that cannot be started after this many tries is given up, with the reason. */
const TRIES_TO_START = 5;

/** Records that a round failed, and gives up a start that cannot succeed. The row is otherwise untouched. */
export async function noteFault(
  deps: RoundDeps,
  id: string,
  fault: { error: unknown; failures: number },
): Promise<void> {
  const session = await deps.store.findSession(id);
  if (!session) return;
  const text = fault.error instanceof Error ? fault.error.message : String(fault.error);
  const isHopeless = fault.error instanceof Fault && !fault.error.retry;
  if (session.state === 'starting' && (isHopeless || fault.failures >= TRIES_TO_START)) {
    return failStart(deps, session, text);
  }
  if (fault.failures > 1) return;
  const journal = noteOf({ at: deps.clock.now(), by: deps.by }, text);
  await deps.store.commit([{ kind: 'add-note', sessionId: id, event: 'fault', journal }]);
}

async function failStart(deps: RoundDeps, session: Session, text: string): Promise<void> {
  const draft = openDraft(session, [], { at: deps.clock.now(), by: deps.by });
  draftStopWork(draft, { ending: 'failed', reason: 'lost', text: `could not be started: ${text}` });
  await deps.store.commit(draft.writes);
  await deps.poke(session.id);
}
