import { type Draft, draftStep, draftTurn } from '../../app/draft.ts';
import { correctionText } from '../../domain/session/prompt-text.ts';
import { decideMisfit } from '../../domain/session/turn-end.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import { draftStopWork } from './park-session.ts';

/** The agent was told once already what is wrong with its result. */
export const hasCorrection = (turns: readonly Turn[]): boolean =>
  turns.some(({ kind }) => kind === 'correction');

/** The session rests, and its next turn tells the agent what to mend. */
export function draftCorrection(draft: Draft, errors: readonly string[], uuid: () => string): void {
  if (draft.session.state === 'working') draftStep(draft, 'turn-ended', { note: 'the result does not fit' });
  draftTurn(draft, { id: uuid(), kind: 'correction', body: correctionText(errors) });
}

/** The same for a session that was found at rest with nothing left to do. */
export function draftMisfit(draft: Draft, errors: readonly string[], uuid: () => string): void {
  const end = decideMisfit(errors, { wasCorrected: hasCorrection(draft.turns) });
  if (end.next === 'fail')
    return draftStopWork(draft, { ending: 'failed', reason: end.reason, text: end.text });
  draftCorrection(draft, end.errors, uuid);
}
