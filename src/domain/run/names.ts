/** What the supervisor knows a run by, beside the ids of sessions. */
export const runKey = (runId: string): string => `run:${runId}`;

export const runOfKey = (key: string): string | null =>
  key.startsWith('run:') ? key.slice('run:'.length) : null;

/** The session of a role; a later one, after a loss, is numbered. */
export const roleSessionId = (runId: string, role: string, nth = 1): string =>
  nth === 1 ? `${runId}-${role}` : `${runId}-${role}-${nth}`;

/** The one after `last`. */
export function nextSessionId(runId: string, role: string, last: string): string {
  const nth = Number(last.slice(roleSessionId(runId, role).length + 1) || '1');
  return roleSessionId(runId, role, nth + 1);
}

/** Under which a run notes that it knows of a session's end. */
export const sessionEndKey = (sessionId: string): string => `run/session/${sessionId}`;
