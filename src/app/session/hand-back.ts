import { HandBack } from '../../contract/session.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { CONTINUE_TEXT } from '../../domain/session/prompt-text.ts';
import { isOver, type Session, stepSession } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import { sessionStateJson } from '../../views/session-view.ts';
import type { VerbDeps } from '../deps.ts';
import { draftStep, draftTurn, draftTurnStep, openDraft } from '../draft.ts';
import { draftWithdrawn } from '../question/draft-question.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';

type HandBackDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'by' | 'poke'>;

/** Closes the screen of a session that a person took over; the agent goes on in the same conversation. */
export function handBack(deps: HandBackDeps, { sessionId, body }: HandBack): Promise<Outcome<Session>> {
  return whileStale(sessionId, async () => {
    const found = await findNamedSession(deps, sessionId, 'hand-back');
    return found.ok ? give(deps, found.value, body) : found;
  });
}

async function give(deps: HandBackDeps, session: Session, body: string): Promise<Outcome<Session> | 'stale'> {
  const { id: sessionId } = session;
  if (isOver(session))
    return refuse({ code: 'session-already-over', sessionId, status: statusOf(session.state) });
  if (!session.takenOver) return refuse({ code: 'not-taken-over', sessionId });
  const possible = stepSession(session, 'hand-back', { at: 0 });
  if (!possible.ok) return possible;

  const at = deps.clock.now();
  const draft = openDraft(session, await deps.store.listTurns(sessionId), { at, by: deps.by });
  draftStep(draft, 'hand-back', {
    note: 'the agent goes on without a screen',
    patch: { mode: 'headless', takenOver: false, resumeAt: at },
  });
  // A screen that was asked for and not opened yet is no longer wanted.
  const unopened = draft.turns.filter(
    ({ kind, state }) => kind === 'takeover' && (state === 'queued' || state === 'handed'),
  );
  for (const turn of unopened) draftTurnStep(draft, turn, { event: 'drop', note: 'handed back' });
  draftWithdrawn(draft, await deps.store.listQuestions({ sessionId }), 'handed back');
  const isSilent = body.trim() === '';
  draftTurn(draft, {
    id: deps.ids.uuid(),
    kind: isSilent ? 'continue' : 'message',
    body: isSilent ? CONTINUE_TEXT : body,
  });
  if (!(await deps.store.commit(draft.writes)).saved) return 'stale';
  await deps.poke(sessionId);
  return accept(draft.session);
}

export const handBackVerb = verb({
  name: 'session.hand-back',
  summary: 'Hand a session that a person took over back to Swarm',
  asks: 'person',
  reads: false,
  input: HandBack,
  answer: async () => (await import('../../contract/answer/session.ts')).SessionStateAnswer,
  run: handBack,
  json: sessionStateJson,
});
