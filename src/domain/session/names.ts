const two = (n: number): string => String(n).padStart(2, '0');

/** `YYYYMMDD-HHMMSS-<persona>` in UTC; a number is added when the name is taken. */
export function sessionId(at: Date, persona: string, nth = 1): string {
  const date = `${at.getUTCFullYear()}${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}`;
  const time = `${two(at.getUTCHours())}${two(at.getUTCMinutes())}${two(at.getUTCSeconds())}`;
  return `${date}-${time}-${persona}${nth > 1 ? `-${nth}` : ''}`;
}

type PaneOwner = Readonly<{ sessionId: string; runId: string | null; role: string | null }>;

// tmux gives "." and ":" a meaning in targets.
const forTmux = (name: string): string => name.replace(/[.:]/g, '_');

/** The tmux session of a lone session, or of its whole run. */
export const paneSession = (prefix: string, { sessionId: id, runId }: PaneOwner): string =>
  forTmux(runId === null ? `${prefix}-${id}` : `${prefix}_${runId}`);

/** The window inside it: one per role of a run. */
export const paneWindow = ({ role }: PaneOwner): string => forTmux(role ?? 'agent');

export const branchName = (
  session: Readonly<{ id: string; persona: string; runId: string | null; role: string | null }>,
): string =>
  session.runId === null
    ? `swarm/${session.id}`
    : `swarm/${session.role ?? session.persona}-${session.runId}`;
