import type { Attempt } from '../domain/attempt/attempt.ts';
import type { JournalEntry } from '../domain/journal/journal.ts';
import type { Delivery, Message } from '../domain/message/message.ts';
import type { QuestionKind } from '../domain/question/kinds.ts';
import type { QuestionFields } from '../domain/question/question-kind.ts';
import type { RecordedError, RunMemory } from '../domain/run/memory.ts';
import type { Run } from '../domain/run/run.ts';
import type { Session } from '../domain/session/session.ts';
import type { SessionSpec } from '../domain/session/spec.ts';
import type { Turn } from '../domain/turn/turn.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';
import { flag, flagOrNull, json, jsonOrNull, jsonParsedOnce, plain, Table, zeroForNull } from './table.ts';

export const sessionTable = new Table<Session>('session', ['id'], () => ({
  id: plain('id'),
  runId: plain('run_id'),
  role: plain('role'),
  workId: plain('work_id'),
  workDir: plain('work_dir'),
  title: plain('title'),
  persona: plain('persona'),
  cli: plain('cli'),
  mode: plain('mode'),
  model: plain('model'),
  ends: plain('ends'),
  takenOver: flag('taken_over'),
  isInterrupted: flag('is_interrupted'),
  state: plain('state'),
  version: plain('version'),
  ending: plain('ending'),
  reason: plain('reason'),
  reasonText: plain('reason_text'),
  attempt: plain('attempt'),
  retriesLeft: plain('retries_left'),
  conversationId: plain('conversation_id'),
  resumeAt: plain('resume_at'),
  awaits: json('awaits'),
  parked: jsonOrNull('parked'),
  failures: plain('failures'),
  exitCode: plain('exit_code'),
  continues: plain('continues'),
  forkedFrom: plain('forked_from'),
  dependencies: jsonOrNull('dependencies'),
  retry: jsonOrNull('retry'),
  raceId: plain('race_id'),
  parentId: plain('parent_id'),
  depth: plain('depth'),
  ancestors: json('ancestors'),
  payingRunId: plain('paying_run_id'),
  payingRaceId: plain('paying_race_id'),
  outlivesParent: flag('outlives_parent'),
  childWait: jsonOrNull('child_wait'),
  hostId: plain('host_id'),
  priority: plain('priority'),
  tags: json('tags'),
  metadata: json('metadata'),
  key: plain('key'),
  contentHash: plain('content_hash'),
  lifetimeMs: plain('lifetime_ms'),
  workedMs: plain('worked_ms'),
  workingSince: plain('working_since'),
  hasWorkspace: flag('has_workspace'),
  createdAt: plain('created_at'),
  startedAt: plain('started_at'),
  endedAt: plain('ended_at'),
  stateSince: plain('state_since'),
  archivedAt: plain('archived_at'),
}));

/** Kept apart from the session: prompts are long, and lists never show them. */
export const specTable = new Table<SessionSpec & { sessionId: string }>(
  'session_spec',
  ['sessionId'],
  () => ({
    sessionId: plain('session_id'),
    prompt: plain('prompt'),
    personaText: plain('persona_text'),
    command: json('command'),
    tools: json('tools'),
    permissionMode: plain('permission_mode'),
    writes: flag('writes'),
    budgetUsd: plain('budget_usd'),
    maxTurns: plain('max_turns'),
    settings: plain('settings'),
    mcpConfig: plain('mcp_config'),
    budgetTokens: plain('budget_tokens'),
    schema: plain('schema'),
    mayCreate: jsonOrNull('may_create'),
    env: json('env'),
    resources: jsonOrNull('resources'),
  }),
);

export const turnTable = new Table<Turn>('turn', ['id'], () => ({
  id: plain('id'),
  sessionId: plain('session_id'),
  number: plain('number'),
  kind: plain('kind'),
  body: plain('body'),
  round: plain('round'),
  state: plain('state'),
  attempt: plain('attempt'),
  position: plain('position'),
  limitMs: plain('limit_ms'),
  retries: plain('retries'),
  createdAt: plain('created_at'),
  changedAt: plain('changed_at'),
}));

export const attemptTable = new Table<Attempt>('attempt', ['sessionId', 'number'], () => ({
  sessionId: plain('session_id'),
  number: plain('number'),
  hostId: plain('host_id'),
  conversationId: plain('conversation_id'),
  resumed: flag('resumed'),
  openedAt: plain('opened_at'),
  heardAt: plain('heard_at'),
  endedAt: plain('ended_at'),
  exitCode: plain('exit_code'),
  eventsCursor: plain('events_cursor'),
  transcript: json('transcript'),
  promptId: plain('prompt_id'),
  stderrCursor: plain('stderr_cursor'),
  outputBytes: plain('output_bytes'),
  toolsBytes: plain('tools_bytes'),
  errorsBytes: plain('errors_bytes'),
  lastEventAt: plain('last_event_at'),
  protocolState: plain('protocol_state'),
  stall: jsonOrNull('stall'),
  turnUsage: jsonOrNull('turn_usage'),
  messages: plain('messages'),
  tools: plain('tools'),
  currentTool: plain('current_tool'),
  openTools: plain('open_tools'),
  inputTokens: plain('input_tokens'),
  outputTokens: plain('output_tokens'),
  costUsd: plain('cost_usd'),
  costBaseUsd: plain('cost_base_usd'),
  awaited: json('awaited'),
  unknownEvents: plain('unknown_events'),
  brokenLines: plain('broken_lines'),
  lastSaid: plain('last_said'),
  lastResult: plain('last_result'),
  lastResultOk: flagOrNull('last_result_ok'),
  capMicroUsd: plain('cap_micro_usd'),
  reservedMicroUsd: plain('reserved_micro_usd'),
  reservedTokens: plain('reserved_tokens'),
  reservedDay: plain('reserved_day'),
  cpuMs: plain('cpu_ms'),
  peakKb: plain('peak_kb'),
}));

type QuestionRow = QuestionFields & Readonly<{ kind: QuestionKind; payload: unknown }>;

export const questionTable = new Table<QuestionRow>('question', ['id'], () => ({
  id: plain('id'),
  sessionId: plain('session_id'),
  runId: plain('run_id'),
  attempt: plain('attempt'),
  kind: plain('kind'),
  text: plain('text'),
  options: json('options'),
  state: plain('state'),
  answer: plain('answer'),
  answeredBy: plain('answered_by'),
  payload: json('payload'),
  line: plain('line'),
  askedAt: plain('asked_at'),
  answeredAt: plain('answered_at'),
}));

export const messageTable = new Table<Message>('message', ['id'], () => ({
  id: plain('id'),
  sender: plain('sender'),
  recipient: plain('recipient'),
  body: plain('body'),
  turnId: plain('turn_id'),
  runId: plain('run_id'),
  fromRole: plain('from_role'),
  toRole: plain('to_role'),
  type: plain('type'),
  content: jsonOrNull('content'),
  round: plain('round'),
  deadLetter: plain('dead_letter'),
  createdAt: plain('created_at'),
}));

export const deliveryTable = new Table<Delivery>('delivery', ['messageId', 'role'], () => ({
  messageId: plain('message_id'),
  runId: plain('run_id'),
  role: plain('role'),
  turnId: plain('turn_id'),
  at: plain('at'),
}));

export const runTable = new Table<Run>('run', ['id'], () => ({
  id: plain('id'),
  workflow: plain('workflow'),
  goal: plain('goal'),
  key: plain('key'),
  contentHash: plain('content_hash'),
  state: plain('state'),
  version: plain('version'),
  ending: plain('ending'),
  reasonText: plain('reason_text'),
  stage: plain('stage'),
  round: plain('round'),
  progress: plain('progress'),
  hostId: plain('host_id'),
  timeoutMs: zeroForNull('timeout_ms'),
  cleanup: plain('cleanup'),
  workedMs: plain('worked_ms'),
  runningSince: plain('running_since'),
  createdAt: plain('created_at'),
  startedAt: plain('started_at'),
  endedAt: plain('ended_at'),
  stateSince: plain('state_since'),
}));

/** Kept apart from the run: it grows with every message, and lists never show it. */
export const runMemoryTable = new Table<RunMemory & { runId: string }>('run_memory', ['runId'], () => ({
  runId: plain('run_id'),
  definition: jsonParsedOnce('definition'),
  state: jsonParsedOnce('state'),
}));

export const runErrorTable = new Table<RecordedError>('run_error', ['id'], () => ({
  id: plain('id'),
  runId: plain('run_id'),
  at: plain('at'),
  category: plain('category'),
  role: plain('role'),
  message: plain('message'),
  recovered: flag('recovered'),
}));

export const workspaceTable = new Table<Workspace>('workspace', ['sessionId'], () => ({
  sessionId: plain('session_id'),
  path: plain('path'),
  branch: plain('branch'),
  baseCommit: plain('base_commit'),
  state: plain('state'),
  version: plain('version'),
  changedAt: plain('changed_at'),
}));

export const journalTable = new Table<JournalEntry>('journal', ['seq'], () => ({
  seq: plain('seq'),
  at: plain('at'),
  sessionId: plain('session_id'),
  runId: plain('run_id'),
  workId: plain('work_id'),
  loopId: plain('loop_id'),
  by: plain('actor'),
  event: plain('event'),
  fromState: plain('from_state'),
  toState: plain('to_state'),
  note: plain('note'),
}));
