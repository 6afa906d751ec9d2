/** What is so of every session that nothing has happened to yet. */
export const INITIAL_SESSION = {
  state: 'created',
  version: 1,
  ending: null,
  reason: null,
  reasonText: null,
  attempt: 0,
  resumeAt: null,
  exitCode: null,
  workedMs: 0,
  workingSince: null,
  takenOver: false,
  isInterrupted: false,
  startedAt: null,
  endedAt: null,
  archivedAt: null,
} as const;
