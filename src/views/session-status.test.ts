import { expect, test } from 'vitest';
import { sampleAttempt, sampleQuestion, sampleSession, sampleView } from '../../tests/samples/session.ts';
import { renderSessionStatus, sessionStatusJson } from './session-status.ts';
import { styleFor } from './style.ts';

test('people see who, how far and how it goes', () => {
  const view = sampleView({ questions: [sampleQuestion()] });
  expect(renderSessionStatus(view, styleFor(false))).toMatchInlineSnapshot(`
    "Session: 20251118-153042-grafana-validator
    Title: Check the dashboards
    Agent: grafana-validator
    Status: RUNNING
    State: working
    Created: 2025-11-18 15:30:42
    Started: 2025-11-18 15:30:45
    Elapsed: 5m 32s
    Tmux: swarm-20251118-153042-grafana-validator (active)
    Workspace: .swarm/sessions/20251118-153042-grafana-validator/
    Driven by: rehearsal, headless
    Permissions: acceptEdits
    Attempt: 1 (3 retries left)
    Usage: 1200 tokens in, 340 out, $0.04, 15 messages, 8 tool calls
    Last heard: 35s ago (in Bash)
    Tags: validation, grafana
    Question: q1 Which datasource?
    "
  `);
});

test('tokens without a price are said to have none', () => {
  const view = sampleView({ attempts: [sampleAttempt({ costUsd: 0 })] });
  expect(renderSessionStatus(view, styleFor(false))).toContain('340 out, cost not told, ');
});

test('programs find every field that they know', () => {
  const json = sessionStatusJson(sampleView());
  expect(json).toMatchObject({
    session_id: '20251118-153042-grafana-validator',
    agent: 'grafana-validator',
    status: 'RUNNING',
    created_at: '2025-11-18T15:30:42Z',
    started_at: '2025-11-18T15:30:45Z',
    completed_at: null,
    elapsed_seconds: 332,
    tmux_session: 'swarm-20251118-153042-grafana-validator',
    tmux_active: true,
    workspace: '.swarm/sessions/20251118-153042-grafana-validator/',
    state: 'working',
    reason: null,
    attempt: 1,
    permission_mode: 'acceptEdits',
    retries_left: 3,
  });
});

test('usage is the sum of all attempts', () => {
  const attempts = [sampleAttempt(), sampleAttempt({ number: 2, costUsd: 1, inputTokens: 10 })];
  expect(sessionStatusJson(sampleView({ attempts })).usage).toEqual({
    input_tokens: 1210,
    output_tokens: 680,
    cost_usd: 1.0421,
    cpu_seconds: null,
    peak_memory_mb: null,
  });
});

test('a reason from an agent stays on its line', () => {
  const session = sampleSession({ state: 'failed', reason: 'crash', reasonText: 'boom\nStatus: COMPLETED' });
  expect(renderSessionStatus(sampleView({ session }), styleFor(false))).toContain(
    'State: failed (boom Status: COMPLETED (crash))\n',
  );
});

test("what the person's own hooks blocked is counted, and the last is told", () => {
  const last = { at: sampleView().now - 5_000, text: 'guard: read-only\nplease' };
  const view = sampleView({ hookBlocks: { count: 3, last } });
  expect(renderSessionStatus(view, styleFor(false))).toContain(
    'Hooks: blocked 3 times, last 5s ago: guard: read-only please\n',
  );
  expect(sessionStatusJson(view).hook_blocks).toEqual({
    count: 3,
    last_at: '2025-11-18T15:36:12Z',
    last: 'guard: read-only\nplease',
  });
  const once = sampleView({ hookBlocks: { count: 1, last } });
  expect(renderSessionStatus(once, styleFor(false))).toContain('Hooks: blocked once, last');
});

test('what the agent CLI tries again by itself is said, as long as it does', () => {
  const stall = { since: Date.parse('2025-11-18T15:36:00Z'), text: 'try 3 of 10', problem: 'server-error' };
  const attempts = [sampleAttempt({ stall })];
  const view = sampleView({ attempts });
  expect(renderSessionStatus(view, styleFor(false))).toMatch(/Retrying: by itself for \d+s: try 3 of 10\n/);
  expect(sessionStatusJson(view).heartbeat.retrying).toEqual({
    since: '2025-11-18T15:36:00Z',
    reason: 'try 3 of 10',
  });
  const rested = sampleView({ attempts, session: sampleSession({ state: 'idle' }) });
  expect(sessionStatusJson(rested).heartbeat.retrying).toBeNull();
});

test('one that failed says first why, and how to go on with it', () => {
  const session = sampleSession({ state: 'failed', reason: 'crash', reasonText: 'it fell over' });
  const text = renderSessionStatus(sampleView({ session }), styleFor(false));
  expect(text).toMatch(/^Failed: it fell over \(crash\)\nGo on with it: swarm send \S+ "…"\nSession: /);
  const continued = renderSessionStatus(sampleView({ session, continuedBy: 's-2' }), styleFor(false));
  expect(continued).not.toContain('Go on with it');
  expect(continued).toContain('Continued by: s-2\n');
});

test('what holds its limits is told, and what it used of the machine', () => {
  const limits = { memoryMb: 2048, cpus: 2, processes: null, openFiles: null };
  const limiter = { memoryMb: 'watch', cpus: 'affinity', processes: null, openFiles: null } as const;
  const view = sampleView({ resources: { limits, limiter }, used: { cpuMs: 1_234, peakKb: 307_200 } });
  const text = renderSessionStatus(view, styleFor(false));
  expect(text).toContain('Limits: 2 GB of memory (watched), 2 CPUs (CPU affinity)\n');
  expect(text).toContain('Machine: 1.2s of CPU, 300 MB of memory at most\n');
  expect(sessionStatusJson(view)).toMatchObject({
    usage: { cpu_seconds: 1.234, peak_memory_mb: 300 },
    resource_limits: { memory_mb: { limit: 2048, by: 'watch' }, processes: { limit: null, by: null } },
  });
});

test('without limits, and where nothing tells what was used, neither is said', () => {
  const text = renderSessionStatus(
    sampleView({ resources: null, used: { cpuMs: null, peakKb: null } }),
    styleFor(false),
  );
  expect(text).not.toMatch(/Limits|Machine/);
});
