import { statusOf } from '../domain/session/status.ts';
import { hookBlocksJson, interruptJson, type SessionView, usageOf } from './session-view.ts';
import { renderInstant, renderInstantOrNull } from './time.ts';

/** The text of a session's state.json. */
export const renderStateJson = (view: SessionView): string => `${JSON.stringify(stateOf(view), null, 2)}\n`;

function stateOf(view: SessionView): Record<string, unknown> {
  const { session } = view;
  return {
    session_id: session.id,
    title: session.title,
    agent: session.persona,
    status: statusOf(session.state),
    status_updated_at: renderInstant(session.stateSince),
    created_at: renderInstant(session.createdAt),
    started_at: renderInstantOrNull(session.startedAt),
    completed_at: renderInstantOrNull(session.endedAt),
    tmux_session: view.paneSession,
    task_prompt_file: view.promptFile,
    result_file: view.resultFile,
    exit_code: session.exitCode,
    parent_session: session.parentId,
    tags: session.tags,
    metadata: {
      ...session.metadata,
      max_duration_seconds: Math.round(session.lifetimeMs / 1000),
      priority: session.priority,
    },
    state: session.state,
    reason: session.reason,
    status_reason: session.reasonText,
    attempt: session.attempt,
    ...harnessFields(view),
  };
}

// Read by unattended loops. Null before the first attempt.
function harnessFields(view: SessionView): Record<string, unknown> {
  const { session, attempts, sessionDir } = view;
  const usage = usageOf(attempts);
  const attemptDir = `${sessionDir.replace(/\/$/, '')}/attempts/${session.attempt}`;
  return {
    start_epoch: session.startedAt === null ? null : Math.floor(session.startedAt / 1000),
    ended_at: renderInstantOrNull(session.endedAt),
    work: workOf(view),
    pid: view.pid,
    logs: {
      stdout: session.attempt === 0 ? null : `${attemptDir}/events.jsonl`,
      stderr: session.attempt === 0 ? null : `${attemptDir}/stderr.log`,
      transcript: view.transcriptFile ?? null,
    },
    heartbeat: {
      last_check: renderInstantOrNull(usage.lastEventAt),
      message_count: usage.messages,
      tool_calls: usage.toolCalls,
    },
    hook_blocks: hookBlocksJson(view.hookBlocks),
    interrupt: interruptJson(view),
  };
}

function workOf({ session, work }: SessionView): Record<string, unknown> | null {
  if (session.workId === null) return null;
  if (work === null) return { id: session.workId, details: null };
  const { id, title, priority, rig, actor, labels } = work;
  return { id, details: { id, title, priority, rig, actor, labels } };
}
