import { type Draft, draftStep, draftTurn } from '../../app/draft.ts';
import { correctionsOf } from '../../domain/retry/retry-rule.ts';
import { correctionText } from '../../domain/session/prompt-text.ts';
import { decideMisfit } from '../../domain/session/turn-end.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import { draftStopWork } from './park-session.ts';

const correctionsIn = (turns: readonly Turn[]): number =>
  turns.filter(({ kind }) => kind === 'correction').length;

/** The agent was told as often as it may be what is wrong with its result. */
export const hasCorrections = ({ session, turns }: Pick<Draft, 'session' | 'turns'>): boolean =>
  correctionsIn(turns) >= correctionsOf(session.retry);

/** The session rests, and its next turn tells the agent what to mend. */
export function draftCorrection(draft: Draft, errors: readonly string[], uuid: () => string): void {
  if (draft.session.state === 'working') draftStep(draft, 'turn-ended', { note: 'the result does not fit' });
  const isLast = correctionsIn(draft.turns) + 1 >= correctionsOf(draft.session.retry);
  draftTurn(draft, { id: uuid(), kind: 'correction', body: correctionText(errors, isLast) });
}

/** The same for a session that was found at rest with nothing left to do. */
export function draftMisfit(draft: Draft, errors: readonly string[], uuid: () => string): void {
  const end = decideMisfit(errors, { wasCorrected: hasCorrections(draft) });
  if (end.next === 'fail')
    return draftStopWork(draft, { ending: 'failed', reason: end.reason, text: end.text });
  draftCorrection(draft, end.errors, uuid);
}
