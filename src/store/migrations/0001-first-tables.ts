import { loopTable } from './0001-loop-table.ts';
import { notificationTable } from './0001-notification-table.ts';
import { pauseTable } from './0001-pause-table.ts';
import { queueTables } from './0001-queue-tables.ts';
import { scheduleTable } from './0001-schedule-table.ts';
import type { ColumnTypes } from './migration.ts';

/** Sessions and all that hangs on them. Rows are never deleted, so references need no cascade. */
export const firstTables = (types: ColumnTypes): readonly string[] => [
  ...guardTable(types),
  ...sessionTables(types),
  ...runTables(types),
  ...turnTables(types),
  ...purseTable(types),
  ...questionTables(types),
  ...notificationTable(types),
  ...workspaceTable(types),
  ...queueTables(types),
  ...loopTable(types),
  ...scheduleTable(types),
  ...pauseTable(types),
  ...journalTable(types),
];

const guardTable = ({ strict }: ColumnTypes): readonly string[] => [
  `create table guard (name text primary key) ${strict}`,
  `insert into guard (name) values ('slots'), ('journal')`,
];

const sessionTables = ({ id, integer, real, strict }: ColumnTypes): readonly string[] => [
  `create table session (
    id ${id} primary key,
    run_id text, role text, work_id text, work_dir text,
    persona text not null, cli text not null, mode text not null, model text,
    ends text not null, taken_over ${integer} not null, is_interrupted ${integer} not null,
    state text not null, version ${integer} not null,
    ending text, reason text, reason_text text,
    attempt ${integer} not null, retries_left ${integer} not null, conversation_id text,
    resume_at ${integer}, exit_code ${integer},
    parent_id text, depth ${integer} not null, host_id text, priority text not null,
    tags text not null, metadata text not null, key text unique, content_hash text not null,
    lifetime_ms ${integer} not null, worked_ms ${integer} not null, working_since ${integer},
    has_workspace ${integer} not null,
    created_at ${integer} not null, started_at ${integer}, ended_at ${integer},
    state_since ${integer} not null,
    archived_at ${integer},
    is_archived ${integer} generated always as (case when archived_at is null then 0 else 1 end) stored
  ) ${strict}`,
  // Lists are read from the end of one of these.
  `create index session_by_time on session (is_archived, created_at, id)`,
  `create index session_by_state on session (state, is_archived, created_at, id)`,
  `create index session_by_persona on session (persona, is_archived, created_at, id)`,
  `create index session_by_run on session (run_id, is_archived, created_at, id) where run_id is not null`,
  `create index session_by_work on session (work_id, is_archived, created_at, id) where work_id is not null`,
  `create index session_by_parent on session (parent_id, created_at, id) where parent_id is not null`,

  // The time of creation is repeated here, so that sessions with a tag can be read newest first.
  `create table session_tag (
    tag text not null, created_at ${integer} not null,
    session_id ${id} not null references session (id) deferrable initially deferred,
    primary key (tag, created_at, session_id)
  ) ${strict}`,

  // Counting a hundred thousand rows takes longer than showing twenty of them.
  `create table session_tally (
    state text not null, is_archived ${integer} not null, sessions ${integer} not null,
    primary key (state, is_archived)
  ) ${strict}`,

  `create table session_spec (
    session_id ${id} primary key references session (id) deferrable initially deferred,
    prompt text not null, persona_text text not null, command text not null, tools text not null,
    permission_mode text, writes ${integer} not null, budget_usd ${real}, budget_tokens ${integer},
    max_turns ${integer}, settings text, mcp_config text, schema text, env text not null
  ) ${strict}`,
];

const runTables = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table run (
    id ${id} primary key,
    workflow text not null, goal text not null, key text unique, content_hash text not null,
    state text not null, version ${integer} not null, ending text, reason_text text,
    stage text not null, round ${integer} not null, progress ${integer} not null, host_id text not null,
    timeout_ms ${integer} not null, cleanup text not null,
    worked_ms ${integer} not null, running_since ${integer},
    created_at ${integer} not null, started_at ${integer}, ended_at ${integer},
    state_since ${integer} not null
  ) ${strict}`,
  `create index run_by_time on run (created_at, id)`,
  `create index run_by_state on run (state, created_at, id)`,

  `create table run_memory (
    run_id ${id} primary key references run (id) deferrable initially deferred,
    definition text not null, state text not null
  ) ${strict}`,

  `create table run_error (
    id ${id} primary key,
    run_id ${id} not null references run (id) deferrable initially deferred,
    at ${integer} not null, category text not null, role text, message text not null,
    recovered ${integer} not null
  ) ${strict}`,
  `create index run_error_by_run on run_error (run_id, at, id)`,
];

const turnTables = ({ id, integer, real, strict }: ColumnTypes): readonly string[] => [
  `create table turn (
    id ${id} primary key,
    session_id ${id} not null references session (id) deferrable initially deferred,
    number ${integer} not null, kind text not null, body text not null, round ${integer},
    state text not null,
    attempt ${integer} not null, created_at ${integer} not null, changed_at ${integer} not null,
    unique (session_id, number)
  ) ${strict}`,

  `create table attempt (
    session_id ${id} not null references session (id) deferrable initially deferred,
    number ${integer} not null, host_id text not null, conversation_id text, resumed ${integer} not null,
    opened_at ${integer} not null, heard_at ${integer}, ended_at ${integer}, exit_code ${integer},
    events_cursor ${integer} not null, output_bytes ${integer} not null, last_event_at ${integer},
    tools_bytes ${integer} not null, errors_bytes ${integer} not null,
    messages ${integer} not null, tools ${integer} not null, current_tool text,
    open_tools ${integer} not null,
    input_tokens ${integer} not null, output_tokens ${integer} not null, cost_usd ${real} not null,
    background_tasks ${integer} not null,
    unknown_events ${integer} not null, broken_lines ${integer} not null,
    last_said text, last_result text, last_result_ok ${integer},
    cap_micro_usd ${integer},
    held_micro_usd ${integer} not null, held_tokens ${integer} not null, held_day text,
    primary key (session_id, number)
  ) ${strict}`,
];

const purseTable = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table purse (
    name ${id} primary key,
    spent_micro_usd ${integer} not null, spent_tokens ${integer} not null,
    held_micro_usd ${integer} not null, held_tokens ${integer} not null,
    raised_micro_usd ${integer} not null, raised_tokens ${integer} not null,
    is_warned ${integer} not null
  ) ${strict}`,
];

const questionTables = ({ id, integer, serial, strict }: ColumnTypes): readonly string[] => [
  `create table question (
    id ${id} primary key,
    session_id ${id} references session (id) deferrable initially deferred,
    run_id ${id} references run (id) deferrable initially deferred,
    attempt ${integer} not null, kind text not null, text text not null, options text not null,
    state text not null, answer text, answered_by text, asking_key text,
    request_id text, input text, line ${integer},
    asked_at ${integer} not null, answered_at ${integer}
  ) ${strict}`,
  `create index question_by_session on question (session_id, asked_at, id)`,
  `create index question_by_run on question (run_id, asked_at, id) where run_id is not null`,
  `create index question_by_state on question (state, asked_at, id)`,

  // The serial keeps the order of messages that were sent in the same millisecond.
  `create table message (
    serial ${serial},
    id ${id} not null unique,
    sender text not null, recipient text not null, body text not null,
    turn_id ${id} references turn (id) deferrable initially deferred,
    run_id ${id} references run (id) deferrable initially deferred,
    from_role text, to_role text, type text, content text, round ${integer}, parked text,
    created_at ${integer} not null
  ) ${strict}`,
  `create index message_by_recipient on message (recipient, created_at, serial)`,
  `create index message_by_sender on message (sender, created_at, serial)`,
  `create index message_by_run on message (run_id, created_at, serial) where run_id is not null`,

  `create table delivery (
    message_id ${id} not null references message (id) deferrable initially deferred,
    run_id ${id} not null references run (id) deferrable initially deferred,
    role text not null,
    turn_id ${id} references turn (id) deferrable initially deferred,
    at ${integer} not null,
    primary key (message_id, role)
  ) ${strict}`,
  `create index delivery_by_role on delivery (run_id, role, at, message_id)`,

  `create table intake (key text primary key, at ${integer} not null, answer text not null) ${strict}`,
];

const workspaceTable = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table workspace (
    session_id ${id} primary key references session (id) deferrable initially deferred,
    path text not null, branch text not null, base_commit text not null,
    state text not null, version ${integer} not null, changed_at ${integer} not null
  ) ${strict}`,
];

const journalTable = ({ integer, strict }: ColumnTypes): readonly string[] => [
  `create table journal (
    seq ${integer} primary key,
    at ${integer} not null, session_id text, run_id text, work_id text, loop_id text,
    actor text not null, event text not null, from_state text, to_state text, note text not null
  ) ${strict}`,
  `create index journal_by_session on journal (session_id, seq)`,
  `create index journal_by_run on journal (run_id, seq) where run_id is not null`,
  `create index journal_by_work on journal (work_id, seq) where work_id is not null`,
  `create index journal_by_loop on journal (loop_id, seq) where loop_id is not null`,
];
