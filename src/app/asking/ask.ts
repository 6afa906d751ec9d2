import { wordQuestion } from '../../domain/question/kinds.ts';
import type { VerbDeps } from '../deps.ts';
import { type Draft, draftStep, openDraft } from '../draft.ts';
import { draftAsk } from '../question/draft-question.ts';
import { type Asking, type AskingOutcome, denied, takeIn } from './request.ts';

type AskDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids'>;

/** Puts an agent's question to the person. The session waits; the answer goes to whoever asked. */
export async function takeAsk(deps: AskDeps, asking: Asking<'ask'>): Promise<AskingOutcome> {
  const { session, file, request } = asking;
  const draft = openDraft(session, [], { at: deps.clock.now(), by: `session:${session.id}` });
  if (!enterWaiting(draft)) {
    return takeIn(deps, {
      file,
      answer: denied(`nobody can answer any more: the session is ${session.state}`),
    });
  }
  draftAsk(draft, wordQuestion('ask', { ...request, key: file.key }), {
    sessionId: session.id,
    attempt: file.attempt,
    key: file.key,
    hash: deps.ids.hash,
  });
  return takeIn(deps, { file, answer: 'later', writes: draft.writes });
}

// A question may be the first thing that is heard of an agent.
function enterWaiting(draft: Draft): boolean {
  if (draft.session.state === 'starting') draftStep(draft, 'heard', { note: 'by its question' });
  const { state } = draft.session;
  if (state === 'waiting') draft.writes.push({ kind: 'touch-session', session: draft.session });
  if (state === 'working' || state === 'idle') draftStep(draft, 'asked', { note: 'by the agent' });
  return draft.session.state === 'waiting';
}
