import type { Run } from '../domain/run/run.ts';
import type { Session } from '../domain/session/session.ts';
import { renderInstant, renderInstantOrNull } from './time.ts';

/** `shared_status.json` of a run: where it is, and what each role does. */
export function renderSharedStatus(run: Run, sessions: readonly Session[]): string {
  const roles = new Map(sessions.map((session) => [session.role ?? session.id, session]));
  const shown = {
    run_id: run.id,
    workflow: run.workflow,
    goal: run.goal,
    state: run.state,
    stage: run.stage,
    round: run.round,
    progress: run.progress,
    reason: run.reasonText,
    created_at: renderInstant(run.createdAt),
    ended_at: renderInstantOrNull(run.endedAt),
    agents: Object.fromEntries([...roles].map(([role, session]) => [role, agentOf(session)])),
  };
  return `${JSON.stringify(shown, null, 2)}\n`;
}

const agentOf = ({ id, state, attempt, reasonText, stateSince }: Session): Record<string, unknown> => ({
  session_id: id,
  state,
  attempt,
  reason: reasonText,
  since: renderInstant(stateSince),
});
