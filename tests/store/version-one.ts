import { firstTables } from '../../src/store/migrations/0001-first-tables.ts';
import type { ColumnTypes } from '../../src/store/migrations/migration.ts';

/** A store as the first version left it, with a row or two in every table. */
export const versionOne = (types: ColumnTypes): readonly string[] => [
  'begin',
  ...firstTables(types),
  'create table swarm_meta (schema_version integer not null)',
  'insert into swarm_meta (schema_version) values (1)',
  ...ROWS,
  'commit',
];

const ROWS: readonly string[] = [
  `insert into session (id, run_id, role, persona, cli, mode, ends, taken_over, is_interrupted, state,
    version, attempt, retries_left, depth, priority, tags, metadata, content_hash, lifetime_ms, worked_ms,
    has_workspace, created_at, state_since) values
    ('s1', null, null, 'scout', 'claude', 'headless', 'after-turn', 0, 0, 'waiting', 7,
      1, 3, 0, 'normal', '["nightly"]', '{}', 'hash', 60000, 5, 1, 1000, 2000),
    ('r1-writer', 'r1', 'writer', 'writer', 'claude', 'headless', 'on-request', 0, 0, 'idle', 4,
      0, 3, 0, 'high', '[]', '{"loop":"l1"}', 'hash', 60000, 0, 0, 1001, 1001)`,
  `insert into session_tag values ('nightly', 1000, 's1')`,
  `insert into session_tally values ('waiting', 0, 1), ('idle', 0, 1)`,
  `insert into session_spec (session_id, prompt, persona_text, command, tools, writes, budget_usd, env) values
    ('s1', 'Look around.', 'You are a scout.', 'null', '[]', 1, 2.5, '{}'),
    ('r1-writer', '', 'You write.', 'null', '["Read"]', 1, null, '{"A":"b"}')`,
  `insert into run (id, workflow, goal, content_hash, state, version, stage, round, progress, host_id,
    timeout_ms, cleanup, worked_ms, created_at, state_since) values
    ('r1', 'research', 'why?', 'hash', 'running', 3, 'write', 1, 1, 'here', 60000, 'manual', 0, 1001, 1002)`,
  `insert into run_memory values ('r1', '{"name":"research"}', '{"stage":"write"}')`,
  `insert into run_error values ('e1', 'r1', 1500, 'agent', 'writer', 'it crashed', 1)`,
  `insert into turn (id, session_id, number, kind, body, state, attempt, created_at, changed_at) values
    ('t1', 's1', 1, 'task', 'Look around.', 'seen', 1, 1000, 1100),
    ('t2', 'r1-writer', 1, 'task', 'Write.', 'queued', 0, 1001, 1001)`,
  `insert into attempt (session_id, number, host_id, conversation_id, resumed, opened_at, heard_at,
    events_cursor, output_bytes, tools_bytes, errors_bytes, messages, tools, open_tools, input_tokens,
    output_tokens, cost_usd, background_tasks, unknown_events, broken_lines, held_micro_usd, held_tokens,
    held_day) values
    ('s1', 1, 'here', 'c1', 0, 1010, 1020, 300, 40, 0, 0, 2, 1, 0, 10,
      20, 0.25, 0, 0, 0, 500, 7, '2026-01-01')`,
  `insert into purse values
    ('session:s1', 100, 20, 500, 7, 50, 5, 1), ('day:2026-01-01', 100, 20, 500, 7, 0, 0, 0)`,
  `insert into question (id, session_id, run_id, attempt, kind, text, options, state, asking_key, request_id,
    input, asked_at) values
    ('q1', 's1', null, 1, 'permission', 'May I?', '["yes","no"]', 'open', null, 'req1', '{"a":"b"}', 1900),
    ('q2', 's1', null, 1, 'interrupt', 'Which one?', '[]', 'open', 's1/1/0001.json', null, null, 1901),
    ('q3', null, 'r1', 1, 'approval', 'Merge?', '["yes","no"]', 'open', null, null, null, 1902)`,
  `insert into message (id, sender, recipient, body, turn_id, run_id, from_role, to_role, type, created_at)
    values ('m1', 'person', 's1', 'hello', 't1', null, null, null, null, 1050),
      ('m2', 'r1-writer', 'r1', 'done', null, 'r1', 'writer', 'writer', 'result', 1600)`,
  `insert into delivery values ('m2', 'r1', 'writer', null, 1601)`,
  `insert into intake values ('s1/1/0001.json', 1700, 'later')`,
  `insert into notification values
    ('n1', 'question', 'q1', 's1', null, 'desktop', 1, 'sent', 1, 1900, 1900, 1910, null)`,
  `insert into workspace values ('s1', '/w/s1', 'swarm/s1', 'abc', 'ready', 2, 1005)`,
  `insert into work_item (id, title, body, priority, position, labels, needs, retries, retries_left, state,
    version, fence, progress, content_hash, source, created_at, updated_at) values
    ('w1', 'First', '', 2, 0, '["docs"]', '[]', 1, 1, 'queued', 1, 0, '[]', 'hash', 'person', 1000, 1000),
    ('w2', 'Second', '', 2, 1, '[]', '["w1"]', 1, 1, 'queued', 1, 0, '[]', 'hash', 'person', 1001, 1001)`,
  `insert into work_need values ('w2', 'w1')`,
  `insert into work_label values ('docs', 'w1')`,
  `insert into loop (id, persona, concurrency, max_iterations, until_empty, delay_ms, template, has_workspace,
    state, version, iteration, at_work, done_count, failed_count, failures, created_at) values
    ('l1', 'writer', 1, 5, 1, 0, 'Do it.', 0, 'running', 2, 1, '[]', 0, 0, 0, 1000)`,
  `insert into schedule (id, expression, time_zone, has_overlap, work, state, version, put_in_count,
    missed_count, skipped_count, created_at) values
    ('c1', '0 3 * * *', 'UTC', 0, '{"title":"Nightly"}', 'active', 1, 0, 0, 0, 1000)`,
  `insert into pause values ('p1', 900, 'person', 'lunch', 950)`,
  `insert into journal (seq, at, session_id, actor, event, to_state, note) values
    (1, 1000, 's1', 'person', 'created', 'created', 'asked for'),
    (2, 2000, 's1', 'supervisor', 'asked', 'waiting', '')`,
];
