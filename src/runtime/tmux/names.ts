import { Fault } from '../../domain/fault.ts';

/** Where a pane hangs: a tmux session, and a window in it when it shares the session with other roles. */
export type PaneName = Readonly<{ session: string; window: string }>;

type PaneOwner = Readonly<{ sessionId: string; runId: string | null; role: string | null }>;

// tmux reads names as formats, where `#(…)` runs a shell, and as targets, where `.` and `:` divide.
const SAFE = /^[A-Za-z0-9_-]{1,120}$/;

/** A lone session has a tmux session of its own; the roles of a run share one, with a window each. */
export function renderPaneName(prefix: string, { sessionId, runId, role }: PaneOwner): PaneName {
  if (runId === null) return { session: safe(`${prefix}-${sessionId}`), window: 'agent' };
  return { session: safe(`${prefix}_${runId}`), window: safe(role ?? sessionId) };
}

function safe(name: string): string {
  const text = name.replace(/[.:]/g, '_');
  if (SAFE.test(text)) return text;
  throw new Fault('name-unsafe', `Not a name that tmux can be given: ${JSON.stringify(name)}`, {
    hint: 'Use letters, digits, dots, colons, hyphens and underscores only.',
  });
}
