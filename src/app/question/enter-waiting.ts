import { type Draft, draftStep, draftTouch } from '../draft.ts';

/** The session waits for an answer from now on; false when none can reach it any more. */
export function enterWaiting(draft: Draft): boolean {
  // A question may be the first thing that is heard of an agent.
  if (draft.session.state === 'starting') draftStep(draft, 'heard', { note: 'by its question' });
  const { state } = draft.session;
  if (state === 'waiting') draftTouch(draft);
  if (state === 'working' || state === 'idle') draftStep(draft, 'asked', { note: 'by the agent' });
  return draft.session.state === 'waiting';
}
