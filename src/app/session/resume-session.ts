import { ResumeSession } from '../../contract/session.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import { sessionStateJson } from '../../views/session-view.ts';
import type { VerbDeps } from '../deps.ts';
import { draftStep, openDraft } from '../draft.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { findSuspension } from './find-suspension.ts';

export type ResumeDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'>;

/** Ends the wait of a parked session: its next attempt begins at once. */
export function resumeSession(deps: ResumeDeps, { sessionId }: ResumeSession): Promise<Outcome<Session>> {
  return whileStale(sessionId, async () => {
    const found = await findNamedSession(deps, sessionId, 'resume');
    return found.ok ? wake(deps, found.value) : found;
  });
}

async function wake(deps: ResumeDeps, session: Session): Promise<Outcome<Session> | 'stale'> {
  const { id: sessionId, state } = session;
  if (isOver(session)) return refuse({ code: 'session-already-over', sessionId, status: statusOf(state) });
  if (state !== 'parked') return refuse({ code: 'session-not-parked', sessionId, state });
  const suspension = await findSuspension(deps.store, session);
  if (suspension !== null) return refuse({ code: 'session-suspended', sessionId, text: suspension.text });

  const at = deps.clock.now();
  const draft = openDraft(session, [], { at, by: deps.by });
  draftStep(draft, 'wake', { note: `asked by ${deps.by}`, patch: { resumeAt: at } });
  if (!(await deps.store.commit(draft.writes)).saved) return 'stale';
  await deps.poke(sessionId);
  return accept(draft.session);
}

export const resumeSessionVerb = verb({
  name: 'session.resume',
  summary: 'Wake a parked session at once',
  asks: 'person',
  reads: false,
  input: ResumeSession,
  answer: async () => (await import('../../contract/answer/session.ts')).SessionStateAnswer,
  run: resumeSession,
  json: sessionStateJson,
});
