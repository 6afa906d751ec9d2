import type { Session } from '../domain/session/session.ts';

/** Why a session ended: words first, and the code that programs know in brackets. Empty: nothing is known. */
export function endText({ reason, reasonText }: Pick<Session, 'reason' | 'reasonText'>): string {
  if (reasonText === null || reasonText === '') return reason ?? '';
  return reason === null ? reasonText : `${reasonText} (${reason})`;
}
