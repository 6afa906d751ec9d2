/** What a person says to a design. */
export type ApprovalAnswer =
  | Readonly<{ is: 'approve' }>
  | Readonly<{ is: 'reject'; words: string }>
  | Readonly<{ is: 'stop' }>;

export const APPROVE = 'approve';
export const STOP_DESIGN = 'stop';
export const APPROVAL_OPTIONS = [APPROVE, 'reject: what to change', STOP_DESIGN] as const;

const REJECTED = /^reject(?::\s*|\s+)(\S[\s\S]*)$/;

export const rejection = (words: string): string => `reject: ${words}`;

/** Null for words that are none of it: nothing is approved or sent back by a slip of the pen. */
export function readApproval(answer: string): ApprovalAnswer | null {
  const said = answer.trim();
  if (said === APPROVE) return { is: 'approve' };
  if (said === STOP_DESIGN) return { is: 'stop' };
  const words = REJECTED.exec(said)?.[1]?.trim();
  return words === undefined || said === APPROVAL_OPTIONS[1] ? null : { is: 'reject', words };
}
