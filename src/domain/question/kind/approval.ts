import { APPROVAL_OPTIONS, readApproval } from '../../plan/version/approval-answer.ts';
import type { KindRow } from '../question-kind.ts';

/** `number`: which question of the run's program it is; `versionId`: what its answer decides about. */
export type ApprovalPayload = Readonly<{ number: number; versionId: string }>;
type ApprovalQuestionFacts = ApprovalPayload & Readonly<{ text: string }>;

/** A design has passed; a person approves it, sends it back with words, or stops. */
export const approval: KindRow<ApprovalPayload, ApprovalQuestionFacts> = {
  word: ({ number, versionId, text }) => ({
    text,
    options: APPROVAL_OPTIONS,
    payload: { number, versionId },
  }),
  effect: ({ payload: { number } }, answer) =>
    readApproval(answer) === null ? null : { do: 'tell-run', number },
  asker: () => ({ is: 'run' }),
  closes: 'run',
  process: 'none',
  topic: 'approval',
  version: ({ versionId }) => versionId,
};
