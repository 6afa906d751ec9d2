/** Rows as the verbs answer them, for tests that say only what matters to them. */
const AT = '2026-01-27T15:30:00.000Z';
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

export const sessionRow = (id: string, more: object = {}): object => ({
  session_id: id,
  title: `Title of ${id}`,
  agent: 'developer',
  status: 'RUNNING',
  state: 'working',
  reason: null,
  status_reason: null,
  parked: null,
  created_at: AT,
  started_at: AT,
  completed_at: null,
  elapsed_seconds: 60,
  exit_code: null,
  attempt: 1,
  waiting_for: [],
  tags: [],
  run: null,
  work: null,
  role: null,
  parent_id: null,
  depth: 0,
  state_since: minutesAgo(5),
  branch: null,
  last_words: null,
  continues: null,
  forked_from: null,
  dependencies: null,
  race: null,
  ...more,
});

type Group = Readonly<{ group: string; sessions: readonly object[] }>;

export const overviewOf = (groups: readonly Group[], questions: readonly object[] = []): object => ({
  groups: groups.map(({ group, sessions }) => ({ group, count: sessions.length, sessions })),
  questions,
  next: 'swarm status',
});

export const questionRow = (id: string, more: object = {}): object => ({
  id,
  session_id: 's1',
  run_id: null,
  kind: 'agent',
  text: 'Which database?',
  options: ['sqlite', 'postgres'],
  request: null,
  parts: [],
  state: 'open',
  answer: null,
  answered_by: null,
  asked_at: minutesAgo(3),
  answered_at: null,
  title: 'Title of s1',
  ...more,
});

export const hitRow = (id: string, more: object = {}): object => ({
  kind: 'message',
  id,
  at: AT,
  session_id: 's2',
  run_id: null,
  title: 'person → s2',
  excerpt: 'Mind the lock of the store',
  ...more,
});

const USED = {
  sessions: 1,
  attempts: 1,
  messages: 4,
  tool_calls: 9,
  input_tokens: 12_000,
  output_tokens: 3_400,
  cost_usd: 0.42,
  duration_ms: 60_000,
  cpu_seconds: null,
  peak_memory_mb: null,
};

export const usageOf = (by: string, names: readonly string[]): object => ({
  by,
  since: null,
  usage: names.map((of, index) => ({ of, title: null, ...USED, cost_usd: 0.4 * (index + 1) })),
  total: USED,
});

export const sessionList = (sessions: readonly object[] = []): object => ({
  sessions,
  next: null,
  totals: { CREATED: 0, RUNNING: sessions.length, COMPLETED: 0, FAILED: 0, KILLED: 0 },
  day_budget: {
    of: 'day',
    name: '2026-01-27',
    is_warned: false,
    spent_usd: 3.2,
    reserved_usd: 0,
    limit_usd: 20,
    left_usd: 16.8,
    spent_tokens: 0,
    reserved_tokens: 0,
    limit_tokens: null,
    left_tokens: null,
  },
  paused: null,
});

export const workRow = (id: string, more: object = {}): object => ({
  id,
  title: `Work ${id}`,
  body: '',
  status: 'ready',
  state: 'queued',
  priority: 2,
  rig: null,
  actor: null,
  labels: [],
  needs: [],
  waits_for: [],
  retries: 0,
  retries_left: 0,
  not_before: null,
  deadline: null,
  gate: null,
  template: null,
  assigned_session: null,
  holder: null,
  claimed_at: null,
  lease_until: null,
  fence: 0,
  progress: { steps_completed: 0, steps_total: null, current_step: null },
  reason: null,
  source: 'cli',
  created_at: AT,
  started_at: null,
  ended_at: null,
  last_updated: AT,
  ...more,
});

export const workList = (items: readonly object[]): object => ({
  items,
  next: null,
  totals: { queued: items.length, claimed: 0, done: 0, failed: 0 },
});

export const messageRow = (id: string, more: object = {}): object => ({
  id,
  run_id: 'run-1',
  from: 'builder',
  to: null,
  type: 'code',
  round: 1,
  body: `Text of ${id}`,
  content: null,
  dead_letter: null,
  at: AT,
  deliveries: [{ role: 'reviewer', receipt: 'read', at: AT }],
  ...more,
});

export const noteRow = (id: string, more: object = {}): object => ({
  id: `s1.${id}`,
  note_id: id,
  session_id: 's1',
  run_id: 'run-1',
  task_id: null,
  status: 'open',
  description: `Doubt of ${id}`,
  context: '',
  created_at: AT,
  escalation_reason: null,
  resolution: null,
  resolved_by: null,
  resolved_at: null,
  ...more,
});

export const verdictRow = (task: string | null, more: object = {}): object => ({
  task_id: task,
  version: null,
  round: 1,
  is_confirmation: false,
  verifier: 'reviewer',
  verdict: 'approved',
  summary: '',
  findings: [],
  commit: '0123456789abcdef',
  at: AT,
  ...more,
});

export const checkRow = (task: string, results: readonly object[], more: object = {}): object => ({
  task_id: task,
  number: 1,
  commit: '0123456789abcdef',
  started_at: AT,
  ended_at: AT,
  results: results.map((result) => ({
    text: '',
    command: null,
    file: null,
    is: 'green',
    output: '',
    ...result,
  })),
  ...more,
});

export const taskRow = (id: string, more: object = {}): object => ({
  task_id: id,
  role: 'builder',
  verifier: 'reviewer',
  status: 'working',
  rounds: 0,
  criteria: null,
  is_stale: false,
  changed_inputs: [],
  waits_for: [],
  ...more,
});

export const rivalRow = (id: string, more: object = {}): object => ({
  session_id: id,
  cli: 'claude',
  standing: 'running',
  status: 'RUNNING',
  gate: null,
  reason: null,
  branch: `swarm/${id}`,
  ...more,
});

export const raceRow = (rivals: readonly object[], more: object = {}): object => ({
  race_id: 'race-1',
  title: 'Make the search faster',
  state: 'running',
  kind: 'best',
  gate: 'npm test',
  judge: 'reviewer',
  stage_seconds: null,
  budget_usd: 5,
  budget_tokens: null,
  rivals,
  judge_session: null,
  winner: null,
  reason: null,
  question_id: null,
  created_at: AT,
  ended_at: null,
  ...more,
});
