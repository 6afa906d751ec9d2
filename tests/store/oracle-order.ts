import type { Session } from '../../src/domain/session/session.ts';

export const isAsked = <T>(wanted: T | undefined, it: T): boolean => wanted === undefined || wanted === it;
export const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Whether a session comes after the one that a page ended with. */
export function isAfter(session: Session, cursor: string): boolean {
  const colon = cursor.indexOf(':');
  const createdAt = Number(cursor.slice(0, colon));
  if (session.createdAt !== createdAt) return session.createdAt < createdAt;
  return session.id < cursor.slice(colon + 1);
}
