import type { RoleReport, RunReport } from '../../src/domain/run/report.ts';
import type { Session } from '../../src/domain/session/session.ts';
import { aMemory, anAttempt, aRun, aSession, T0 } from '../store/rows.ts';

/** One role of run `r1`, at work. */
export const aRole = (
  role: string,
  session: Partial<Session> = {},
  more: Partial<RoleReport> = {},
): RoleReport => {
  const id = session.id ?? `r1-${role}`;
  return {
    session: aSession({ runId: 'r1', role, state: 'working', attempt: 1, ...session, id }),
    attempts: [anAttempt({ sessionId: id })],
    turns: [],
    workspace: null,
    ...more,
  };
};

export const aReport = (more: Partial<RunReport> = {}): RunReport => ({
  run: aRun({ id: 'r1', state: 'running' }),
  memory: aMemory(),
  roles: [aRole('researcher')],
  messages: [],
  deliveries: [],
  errors: [],
  questions: [],
  checks: [],
  rounds: [],
  now: T0 + 1000,
  graceMs: 30_000,
  ...more,
});
