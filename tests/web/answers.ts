import * as rows from './rows.ts';
import type { Answers } from './stand-in.ts';

const AT = '2026-01-27T15:30:00.000Z';

const PATCH = `diff --git a/src/cache.ts b/src/cache.ts
index 1111111..2222222 100644
--- a/src/cache.ts
+++ b/src/cache.ts
@@ -1,3 +1,3 @@
 import { parse } from './parse.ts';
-const cache = new Map();
+const cache = new LimitedMap(100);
 export const read = () => cache;
`;

export const event = (seq: number, more: object = {}): object => ({
  seq,
  at: AT,
  session_id: 's1',
  run_id: null,
  work_id: null,
  loop_id: null,
  by: 'supervisor',
  event: 'launch',
  from_state: 'created',
  to_state: 'starting',
  note: 'slot free',
  ...more,
});

const RUN = {
  run_id: 'run-1',
  workflow: 'development',
  goal: 'Make the search faster',
  state: 'running',
  ending: null,
  reason: null,
  stage: 'build',
  round: 1,
  progress: 50,
  created_at: AT,
  started_at: AT,
  ended_at: null,
  elapsed_ms: 90_000,
};

const STAGES = ['design', 'build', 'review'];

export const runStatus = {
  ...RUN,
  agents_gone_by: null,
  stages: STAGES.map((name, index) => ({
    name,
    role: `${name}er`,
    is_passed: index === 0,
    is_current: index === 1,
  })),
  tasks: [],
  checks: [],
  verifications: [],
  approved: [],
  warnings: [],
  roles: [
    {
      role: 'developer',
      session_id: 's1',
      state: 'working',
      cli: 'claude',
      branch: null,
      worktree: null,
      cost_usd: 0.2,
    },
  ],
  messages: 1,
  errors: [],
  questions: [],
};

const workflow = {
  name: 'development',
  description: 'Design, build, review',
  entry: 'design',
  iterations: 3,
  timeout_ms: null,
  failure: 'ask',
  roles: [],
  stages: [
    {
      name: 'design',
      role: 'designer',
      task: '',
      on: [{ on: 'design', move: { is: 'go', stage: 'build' } }],
    },
    { name: 'build', role: 'builder', task: '', on: [{ on: 'code', move: { is: 'go', stage: 'review' } }] },
    {
      name: 'review',
      role: 'reviewer',
      task: '',
      on: [{ on: 'changes', move: { is: 'go', stage: 'build' } }],
    },
  ],
  file: 'workflows/development.yaml',
  source: 'shipped',
};

const NO_LIMIT = { limit: null, by: null };

export const sessionStatus = (id: string, more: object = {}): object => {
  const {
    state_since: _,
    branch: __,
    last_words: ___,
    ...row
  } = rows.sessionRow(id) as Record<string, unknown>;
  return {
    ...row,
    continued_by: null,
    status_reason: null,
    tmux_session: `swarm-${id}`,
    tmux_active: true,
    host: null,
    pid: 4711,
    workspace: `.swarm/sessions/${id}`,
    worktree: { path: '.swarm/worktrees/s1', branch: 'swarm/s1', state: 'ready' },
    cli: 'claude',
    mode: 'headless',
    model: null,
    permission_mode: null,
    hook_blocks: { count: 0, last_at: null, last: null },
    limits_reached: [],
    parent_session: null,
    priority: 'normal',
    metadata: {},
    retries_left: 2,
    attempts: [],
    resume_at: null,
    archived_at: null,
    task_prompt_file: 'prompt.md',
    result_file: null,
    usage: {
      input_tokens: 1_200,
      output_tokens: 300,
      cost_usd: 0.12,
      cpu_seconds: null,
      peak_memory_mb: null,
    },
    resource_limits: { memory_mb: NO_LIMIT, cpus: NO_LIMIT, processes: NO_LIMIT, open_files: NO_LIMIT },
    budgets: [],
    heartbeat: { last_event_at: AT, message_count: 3, tool_calls: 2, current_tool: 'Bash', retrying: null },
    interrupt: { requested: false, reason: null, timestamp: null },
    questions: [],
    ...more,
  };
};

const TRANSCRIPT = [
  { kind: 'prompt', turn: 1, turn_kind: 'prompt', text: 'Mend the cache' },
  { kind: 'thought', text: 'The cache has no bound' },
  { kind: 'tool', name: 'Bash', summary: 'npm test', input: 'command: npm test' },
  { kind: 'tool-result', ok: true, text: '12 passed' },
  { kind: 'said', text: 'It is mended' },
  {
    kind: 'turn-ended',
    ok: true,
    problem: null,
    input_tokens: 1_200,
    output_tokens: 300,
    process_cost_usd: 0.12,
    turn_cost_usd: null,
  },
];

/** What the tabs of a session ask. */
const sessionAnswers = (): Answers => ({
  'session.show': ({ session_id }) => sessionStatus(String(session_id)),
  'session.output': ({ session_id }) => ({
    session_id,
    status: 'RUNNING',
    text: 'I look at the cache\n',
    cut_characters: 0,
  }),
  'session.transcript': ({ session_id }) => ({
    session_id,
    attempt: 1,
    attempts: [1],
    from: 0,
    next: 1,
    is_all: true,
    entries: TRANSCRIPT,
  }),
  'session.result': ({ session_id }) => ({ session_id, source: 'result.json', result: { done: true } }),
  'session.diff': ({ session_id }) => ({
    session_id,
    title: 'Title',
    source: 'workspace',
    branch: 'swarm/s1',
    base: 'main',
    commit_count: 0,
    commits: [],
    files: [{ path: 'src/cache.ts', renamed_from: null, added: 1, deleted: 1 }],
    added: 1,
    deleted: 1,
    uncommitted: ['src/cache.ts'],
    unread: [],
    rescue: null,
    patch: PATCH,
    patch_cut: false,
  }),
  'session.files': ({ session_id }) => ({
    session_id,
    files: [{ path: 'prompt.md', bytes: 1_234, changed_at: AT }],
  }),
  'session.file': ({ session_id, file }) => ({
    session_id,
    path: file,
    text: `Text of ${file}`,
    cut_bytes: 0,
  }),
});

/** An answer to all that the pages ask: a small project at work. */
export const answers = (): Answers => ({
  'session.overview': () =>
    rows.overviewOf([
      { group: 'needs-you', sessions: [rows.sessionRow('s2', { state: 'waiting' })] },
      { group: 'working', sessions: [rows.sessionRow('s1')] },
    ]),
  'session.list': () => rows.sessionList(),
  ...sessionAnswers(),
  'event.list': () => ({ events: [event(1), event(2, { event: 'heard', to_state: 'working' })] }),
  'question.list': () => ({ questions: [rows.questionRow('q1', { session_id: 's2' })] }),
  'project.search': ({ query }) => ({ hits: [rows.hitRow('m1', { excerpt: `said: ${query}` })], more: [] }),
  'usage.list': ({ by }) => rows.usageOf(String(by), ['2026-01-26', '2026-01-27']),
  'queue.list': () =>
    rows.workList([
      rows.workRow('w1'),
      rows.workRow('w2'),
      rows.workRow('w3', { status: 'failed', state: 'failed' }),
    ]),
  'race.list': () => ({ races: [] }),
  'race.show': () =>
    rows.raceRow([rows.rivalRow('s1', { gate: 'green' }), rows.rivalRow('s2', { standing: 'held' })]),
  'run.list': () => ({ runs: [RUN] }),
  'run.show': () => runStatus,
  'workflow.show': () => workflow,
  'message.list': () => ({
    messages: [
      rows.messageRow('m1', { from: 'person', to: 'designer', type: null }),
      rows.messageRow('m2'),
      rows.messageRow('m3', { from: 'reviewer', to: 'builder', dead_letter: 'no such role' }),
    ],
    older: 0,
  }),
  'note.list': () => ({ notes: [rows.noteRow('note_001', { context: 'The cache may be shared' })] }),
  'persona.list': () => ({ personas: [], problems: [] }),
  'loop.list': () => ({ loops: [] }),
  'schedule.list': () => ({ schedules: [] }),
  'participant.list': () => ({ participants: [] }),
  'reservation.list': () => ({ reservations: [] }),
});
